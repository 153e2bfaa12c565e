package speech

import (
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/media/speaker"
)

// Phase is the state of the player.
type Phase string

// The phases.
const (
	Idle      Phase = ""          // nothing is read
	Preparing Phase = "preparing" // the sound is on its way
	Playing   Phase = "playing"   //
	Paused    Phase = "paused"    //
	// it waits for a sound output, and goes on by itself when there is one
	NoOutput Phase = "no output"
	Failed   Phase = "failed" // Problem is set; Retry goes on
)

// Snapshot is all that the window shows of what is read.
type Snapshot struct {
	Phase        Phase
	Source       Source
	Conversation chat.ID
	Title        string
	// Sentence is the one that is read, 1 for the first, of Sentences; both are 0 for a file.
	Sentence, Sentences int
	// Start and End are the bounds of the sentence in the text, in bytes; both are 0 when nothing
	// is marked.
	Start, End int
	// Place is the heard part of Length, at the text's own speed, whatever the speed of playing.
	// Estimated: Length is a guess from the number of characters; of a file, it is not known yet.
	Place, Length time.Duration
	Estimated     bool
	// Voice is the voice that reads. Local is set in it when the voice of this computer stands in
	// for a service; Problem then has the reason.
	Voice Voice
	// WithoutSpeed: the user prefers a speed (settings.Speech.RequestSpeed) that the model does
	// not accept, so that it was not sent.
	WithoutSpeed bool
	// Damaged: places of the sound could not be decoded so far. They are silent.
	Damaged bool
	// Speed is that of playing, 0.5 to 2; Volume is 0 to 1.
	Speed, Volume float64
	// Writing says that the text still grows.
	Writing bool
	// Problem is set in Failed, and where the voice of this computer stands in.
	Problem problem.Problem
}

// Reads reports whether a source is read, or paused.
func (s Snapshot) Reads(src Source) bool { return s.Phase != Idle && s.Source == src }

// PlayingFile returns the ID of the sound file that is heard or about to be, "" for none.
func (s Snapshot) PlayingFile() chat.ID {
	if s.Source.Kind == File && (s.Phase == Playing || s.Phase == Preparing) {
		return chat.ID(s.Source.ID)
	}
	return ""
}

// place is the position that is read, or where a jump leads. Speech.mu is held.
func (r *reading) place() position {
	switch {
	case r.jump != nil && !r.jump.retry:
		return r.target(*r.jump)
	case r.line == nil:
		return position{sentence: r.pages.sentenceOf(r.text.From)}
	}
	return r.line.positionAt(r.where())
}

// where is the place in the sound. Speech.mu is held.
func (r *reading) where() speaker.Place {
	if r.failed != nil || r.sound() == nil {
		return r.stopped
	}
	return r.sound().Position()
}

// Snapshot returns the state for the window. It asks memory alone.
func (s *Speech) Snapshot() Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.now
	if r == nil {
		return Snapshot{Speed: s.speed, Volume: s.volume}
	}
	shot := Snapshot{
		Phase: r.phase(), Source: r.text.Source, Conversation: r.text.Conversation, Title: r.text.Title,
		Voice: r.voice, Speed: s.speed, Volume: s.volume, Writing: r.text.Writing, Damaged: r.damaged,
	}
	switch {
	case r.failed != nil:
		shot.Problem = problem.From(r.failed, "", s.o.Now())
	case shot.Phase == NoOutput:
		shot.Problem = problem.Problem{Kind: problem.NoOutput, At: s.o.Now()}
		if err := s.o.Speaker.OutputError(); err != nil {
			shot.Problem.Detail = problem.Masked(err.Error())
		}
	case r.standsIn != nil:
		shot.Problem = problem.From(r.standsIn, "", s.o.Now())
	}
	shot.Voice.Local = shot.Voice.Local || r.standsIn != nil
	shot.WithoutSpeed = !shot.Voice.Local && r.path == "" && s.o.Settings.Get().Speech.RequestSpeed != 1 && s.noSpeed(r.voice)
	if r.path != "" {
		shot.Place = r.where().At
		shot.Length = r.length
		if l := r.line; l != nil && l.sound != nil && shot.Length == 0 {
			shot.Length, _ = l.sound.Length(0)
		}
		shot.Length = max(shot.Length, shot.Place)
		shot.Estimated = !r.exact
		return shot
	}
	r.follow(&shot)
	return shot
}

// follow fills in how far a text is read. Speech.mu is held.
func (r *reading) follow(shot *Snapshot) {
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
		return // it waits for more: nothing is marked
	}
	shot.Sentence = at.sentence + 1
	shot.Start, shot.End = p.sentences[at.sentence].Start, p.sentences[at.sentence].End
}

// phase is the state of the player. Speech.mu is held.
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
			return Preparing // what stands in, or the problem, comes in a moment
		}
		return Playing
	case speaker.NoOutput:
		return NoOutput
	case speaker.Ended:
		if r.sound().Err() == nil {
			return Playing // for a moment
		}
	}
	return Preparing
}
