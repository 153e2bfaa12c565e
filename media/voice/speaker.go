package voice

import (
	"context"
	"fmt"
	"iter"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

// EngineRecorded is the value of Speech.Engine if recordings are played.
const EngineRecorded = "recorded"

// shortest is the shortest speech in samples: a text of nothing but punctuation is silence.
const shortest = Rate / 4

// Speaker synthesizes speech with the voice of this computer, which it looks for on first use. It
// can be used from any goroutine.
type Speaker struct {
	mu    sync.Mutex
	found engine
	// turns limits the number of concurrently synthesized phrases: each needs a program that keeps
	// a processor busy, and hundreds of programs would only delay each other until they time out.
	turns chan struct{}
}

// NewSpeaker returns a Speaker. It does not look for a voice yet.
func NewSpeaker() *Speaker { return newSpeaker(nil) }

func newSpeaker(found engine) *Speaker {
	return &Speaker{found: found, turns: make(chan struct{}, max(2, runtime.NumCPU()))}
}

// Speech is a text prepared to be spoken.
type Speech struct {
	engine  engine
	manner  manner
	speed   float64
	phrases []phrase
	tongue  tongue
	// language is the language of the settings.
	language string
	turns    chan struct{} // shared with the Speaker
}

// Chunk is the next part of a speech: a sentence, or a part of a long one.
type Chunk struct {
	// Samples are mono, at Rate, between -1 and 1.
	Samples []float32
	// Words are the words of the chunk, with times from the start of the speech. The words of all
	// chunks concatenated are the text, except that control characters and line breaks due to
	// wrapping become spaces.
	Words []Word
}

// Speak prepares a text of any length. The error is about the settings, or that of ctx.
func (s *Speaker) Speak(ctx context.Context, text string, how Settings) (*Speech, error) {
	m, ok := mannerOf(how.Voice)
	if !ok {
		return nil, fmt.Errorf("there is no voice called %.40q", how.Voice)
	}
	speed := how.Speed
	if speed == 0 {
		speed = 1
	}
	if !(speed >= MinSpeed && speed <= MaxSpeed) {
		return nil, fmt.Errorf("the speed %v is not between %v and %v", speed, MinSpeed, MaxSpeed)
	}
	e, err := s.engine(ctx)
	if err != nil {
		return nil, err
	}
	if e.name() == EngineRecorded {
		text = recordedText(m.name)
	}
	t, ok := tongueOf(text, how.Language)
	if !ok {
		t = tongueNamed(how.Language)
	}
	return &Speech{engine: e, manner: m, speed: speed, phrases: phrases(text), tongue: t, language: how.Language, turns: s.turns}, nil
}

// HasLanguage reports whether this computer has a voice for a language, an ISO 639-1 code. Like
// Speak it may start a program to find out.
func (s *Speaker) HasLanguage(ctx context.Context, iso string) bool {
	e, err := s.engine(ctx)
	return err == nil && e.has(iso)
}

// engine looks for a voice on the first call. The error is the error of ctx.
func (s *Speaker) engine(ctx context.Context) (engine, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.found != nil {
		return s.found, nil
	}
	found := findEngine(ctx, runtime.GOOS, exec.LookPath)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.found = found
	return found, nil
}

// findEngine returns the voice of a computer. It ignores voices that do not work.
func findEngine(ctx context.Context, system string, look func(string) (string, error)) engine {
	if path, err := look("espeak-ng"); err == nil {
		if e, err := openESpeak(ctx, path); err == nil {
			return e
		}
	}
	switch system {
	case "darwin":
		if path, err := look("say"); err == nil {
			if m, err := openMacOS(ctx, path); err == nil {
				return m
			}
		}
	case "windows":
		if path, err := look("powershell.exe"); err == nil {
			return openSAPI(path)
		}
	}
	return recordedVoice{}
}

// Engine returns the name of the engine: "espeak-ng", "say", "sapi" or EngineRecorded.
func (s *Speech) Engine() string { return s.engine.name() }

// Language returns the ISO 639-1 code of the main language of the text, by its script and
// the settings.
func (s *Speech) Language() string { return s.tongue.iso }

// Chunks synthesizes the speech. Each chunk is produced on demand, after the previous one was
// consumed. The sequence ends with the first error, which is the error of ctx if ctx is done; the
// program has exited then, too.
func (s *Speech) Chunks(ctx context.Context) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		slowest, fastest := s.engine.reach()
		speed := min(max(s.speed, slowest), fastest)
		made := 0
		for _, p := range s.phrases {
			u := utterance{text: p.text(), tongue: s.tongueOf(p), manner: s.manner, on: !p.ends}
			sound, err := s.say(ctx, u, speed)
			if err == nil {
				sound, err = tempo(sound, s.speed/speed)
			}
			if err != nil {
				yield(Chunk{}, err)
				return
			}
			begin := at(made)
			made += len(sound)
			if !yield(Chunk{Samples: sound, Words: timed(p, sound, begin)}, nil) {
				return
			}
		}
		if made < shortest {
			yield(Chunk{Samples: make([]float32, shortest-made)}, nil)
		}
	}
}

// say synthesizes one phrase, waiting for a free slot. The error is the error of ctx if ctx is
// done.
func (s *Speech) say(ctx context.Context, u utterance, speed float64) ([]float32, error) {
	select {
	case s.turns <- struct{}{}:
		defer func() { <-s.turns }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	sound, err := s.engine.say(ctx, u, speed)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return sound, err
}

// tongueOf returns the language of a phrase, as a text may mix several. It is the language of the
// text if the letters are ambiguous, and for Chinese characters in a Japanese text.
func (s *Speech) tongueOf(p phrase) tongue {
	t, ok := tongueOf(p.text(), s.language)
	if !ok || t.iso == "zh" && s.tongue.iso == "ja" {
		return s.tongue
	}
	return t
}

// at returns the time of a sample.
func at(sample int) time.Duration { return time.Duration(sample) * time.Second / Rate }
