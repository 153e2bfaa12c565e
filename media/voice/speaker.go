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

// Recorded is the value of Speech.Engine where recordings are played.
const Recorded = "recorded"

// shortest is the shortest speech: a text of nothing but punctuation is silence.
const shortest = Rate / 4

// Speaker speaks with the voice of this computer. It looks for one when it first speaks. It is safe
// for use from any goroutine.
type Speaker struct {
	mu    sync.Mutex
	found engine
	// turns has room for as many sentences as are made at a time: each is a program that needs a
	// processor of its own, and hundreds of them would only wait for each other until their time is
	// up.
	turns chan struct{}
}

// NewSpeaker makes a Speaker. Nothing is looked for yet.
func NewSpeaker() *Speaker { return newSpeaker(nil) }

func newSpeaker(found engine) *Speaker {
	return &Speaker{found: found, turns: make(chan struct{}, max(2, runtime.NumCPU()))}
}

// Speech is a text that is about to be spoken.
type Speech struct {
	engine  engine
	manner  manner
	speed   float64
	phrases []phrase
	tongue  tongue
	turns   chan struct{} // of its Speaker
}

// Chunk is the next part of a speech: a sentence, or a part of a long one.
type Chunk struct {
	// Samples are of one channel, Rate a second, between -1 and 1.
	Samples []float32
	// Words are those of the piece. Joined, those of all pieces are the text, but for control
	// characters and the breaks of full lines, which are spaces. Start and End are from the
	// beginning of the speech.
	Words []Word
}

// Speak prepares a text of any length. The error is one of the settings, or that of ctx.
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
	if e.name() == Recorded {
		text = recordedText(m.name)
	}
	t, _ := tongueOf(text)
	return &Speech{engine: e, manner: m, speed: speed, phrases: phrases(text), tongue: t, turns: s.turns}, nil
}

// engine looks for a voice, once. The error is that of ctx.
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

// findEngine finds the voice of a computer. One that does not work counts as none.
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

// Engine names what speaks: "espeak-ng", "say", "sapi" or Recorded.
func (s *Speech) Engine() string { return s.engine.name() }

// Language is the ISO 639-1 code of the language of most of the text, told by its script.
func (s *Speech) Language() string { return s.tongue.iso }

// Pieces speaks. Each piece is made when the one before was taken, so that nothing is made that
// nobody waits for. It ends with the first error, which is that of ctx as soon as ctx has one; the
// program that speaks has ended then, too.
func (s *Speech) Pieces(ctx context.Context) iter.Seq2[Chunk, error] {
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

// say has one phrase spoken when its turn comes. The error is that of ctx as soon as ctx has one.
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

// tongueOf is the language of one phrase: a text may be in several. Where its letters tell none, it
// is that of the text, and so it is for the Chinese characters of a Japanese one.
func (s *Speech) tongueOf(p phrase) tongue {
	t, ok := tongueOf(p.text())
	if !ok || t.iso == "zh" && s.tongue.iso == "ja" {
		return s.tongue
	}
	return t
}

// at is the moment of a sample.
func at(sample int) time.Duration { return time.Duration(sample) * time.Second / Rate }
