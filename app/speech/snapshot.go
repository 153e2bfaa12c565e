package speech

import (
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/client/fieldname"
	"parlando/media/speaker"
)

// Phase is the state of the player.
type Phase string

// The phases of the player.
const (
	Idle      Phase = ""          // nothing is being read
	Preparing Phase = "preparing" // waiting for the sound
	Playing   Phase = "playing"
	Paused    Phase = "paused"
	// NoOutput: there is no sound output; playback continues when one appears.
	NoOutput Phase = "no output"
	Failed   Phase = "failed" // Problem is set; Retry continues
)

// CanPause reports whether Toggle pauses. In NoOutput it tries to play instead.
func (p Phase) CanPause() bool { return p == Preparing || p == Playing }

// Snapshot is the state of the player for the window.
type Snapshot struct {
	Phase        Phase
	Source       Source
	Conversation chat.ID
	Title        string
	// Sentence is the number of the current sentence, starting at 1, out of Sentences; both are 0
	// for a file.
	Sentence, Sentences int
	// Start and End are the byte offsets of the current sentence in the text; both are 0 if nothing
	// is highlighted.
	Start, End int
	// Place is the playback position, Length the length of the sound, both at normal speed.
	// Estimated reports that Length is guessed from the number of characters or, for a file,
	// unknown.
	Place, Length time.Duration
	Estimated     bool
	// Voice is the voice in use. Voice.Local is set if the voice of this computer replaces a
	// service; Problem then holds the reason.
	Voice Voice
	// WithoutSpeed reports that the preferred speed (settings.Speech.RequestSpeed) was not sent
	// because the model does not support it.
	WithoutSpeed bool
	// Damaged reports that parts of the sound played so far could not be decoded and are silent.
	Damaged bool
	// Speed is the playback speed, 0.5 to 2; Volume is 0 to 1.
	Speed, Volume float64
	// Writing reports that the text is still growing.
	Writing bool
	// Problem is set in Failed, and while the voice of this computer replaces a service.
	Problem problem.Problem
	// Finished counts the readings so far that reached their end, without those that were stopped.
	Finished int
}

// IsReading reports whether src is being read or paused.
func (s Snapshot) IsReading(src Source) bool { return s.Phase != Idle && s.Source == src }

// PlayingFile returns the ID of the sound file that is playing or about to play, "" if none.
func (s Snapshot) PlayingFile() chat.ID {
	if s.Source.Kind == File && (s.Phase == Playing || s.Phase == Preparing) {
		return chat.ID(s.Source.ID)
	}
	return ""
}

// place returns the current position, or the target of a pending jump. Speech.mu is held.
func (r *reading) place() position {
	switch {
	case r.jump != nil && !r.jump.retry:
		return r.target(*r.jump)
	case r.line == nil:
		return position{sentence: r.pages.sentenceOf(r.text.From)}
	}
	return r.line.positionAt(r.where())
}

// where returns the current position in the sound. Speech.mu is held.
func (r *reading) where() speaker.Position {
	if r.failed != nil || r.sound() == nil {
		return r.stopped
	}
	return r.sound().Position()
}

// Snapshot returns the state for the window. It reads memory only.
func (s *Speech) Snapshot() Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.now
	if r == nil {
		return Snapshot{Speed: s.speed, Volume: s.volume, Finished: s.finished}
	}
	shot := Snapshot{
		Phase: r.phase(), Source: r.text.Source, Conversation: r.text.Conversation, Title: r.text.Title,
		Voice: r.voice, Speed: s.speed, Volume: s.volume, Writing: r.text.Writing, Damaged: r.damaged, Finished: s.finished,
	}
	switch {
	case r.failed != nil:
		shot.Problem = problem.From(r.failed, "", s.o.Now())
	case shot.Phase == NoOutput:
		shot.Problem = problem.Problem{Kind: problem.NoOutput, At: s.o.Now()}
		if err := s.o.Speaker.OutputError(); err != nil {
			shot.Problem.Detail = problem.MaskKeys(err.Error())
		}
	case r.standsIn != nil:
		shot.Problem = problem.From(r.standsIn, "", s.o.Now())
	}
	shot.Voice.Local = shot.Voice.Local || r.standsIn != nil
	shot.WithoutSpeed = !shot.Voice.Local && r.path == "" && s.o.Settings.Get().Speech.RequestSpeed != 1 && s.refuses(r.voice, fieldname.Speed)
	if r.path != "" {
		shot.Place = r.where().Offset
		shot.Length = r.length
		if l := r.line; l != nil && l.sound != nil && shot.Length == 0 {
			shot.Length, _ = l.sound.Length(0)
		}
		shot.Length = max(shot.Length, shot.Place)
		shot.Estimated = !r.exact
		return shot
	}
	r.fillProgress(&shot)
	return shot
}

// fillProgress sets the progress of r in shot. The caller must hold Speech.mu.
func (r *reading) fillProgress(shot *Snapshot) {
	p := &r.pages
	shot.Sentences = len(p.sentences)
	if shot.Sentences == 0 {
		shot.Estimated = true
		return
	}
	var exact bool
	shot.Length, exact = p.time(shot.Sentences)
	shot.Estimated = !exact || !p.whole
	at := r.place()
	shot.Place = p.timeOf(at)
	if at.sentence >= shot.Sentences {
		shot.Sentence = shot.Sentences
		return // waiting for more text: no sentence is marked
	}
	shot.Sentence = at.sentence + 1
	shot.Start, shot.End = p.sentences[at.sentence].Start, p.sentences[at.sentence].End
}

// Caption is the sentence being read, as it is spoken, with the sentences around it. Each is "" if
// there is none.
type Caption struct{ Before, Now, After string }

// Caption returns the caption of the current reading, and the level of its sound, 0 to 1 over 60
// dB. It reads memory only.
func (s *Speech) Caption() (c Caption, level float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.now
	if r == nil || r.path != "" {
		return c, 0
	}
	if r.phase() == Playing {
		level = max(0, min(1+r.sound().Level()/60, 1))
	}
	at := r.place().sentence
	text := func(n int) string {
		if n < 0 || n >= len(r.pages.sentences) {
			return ""
		}
		return r.pages.sentences[n].Text
	}
	return Caption{text(at - 1), text(at), text(at + 1)}, level
}

// phase returns the state of the player. Speech.mu is held.
func (r *reading) phase() Phase {
	switch {
	case r.failed != nil:
		return Failed
	case r.paused:
		return Paused
	case r.sound() == nil:
		return Preparing
	}
	switch r.sound().State() {
	case speaker.Playing:
		if r.line.failing() {
			return Preparing // soon another voice replaces the service, or the phase is Failed
		}
		return Playing
	case speaker.NoOutput:
		return NoOutput
	case speaker.Ended:
		if r.sound().Err() == nil {
			return Playing // until the reading notices the end
		}
	}
	return Preparing
}
