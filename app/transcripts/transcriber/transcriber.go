package transcriber

import (
	"errors"
	"time"

	"parlando/app/ask"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/client"
)

// The errors of Transcribe and Estimate besides those of the disk, the context and
// client.Transcribe. Each has a problem.Kind.
var (
	// ErrPaused reports that Job.Hold ended the job. Finished parts are kept.
	ErrPaused = errors.New("the job is paused")
	// ErrMissing reports a file that does not exist or may not be read.
	ErrMissing = problem.New(problem.SoundMissing, "the sound file is missing")
	// ErrNoSound reports a folder, an empty file or an unknown format.
	ErrNoSound = problem.New(problem.NotSound, "the file is not a sound that can be transcribed")
	// ErrDamaged reports damage in the file: everything after it would be missing from the
	// transcript.
	ErrDamaged = problem.New(problem.SoundDamaged, "the sound file is damaged")
	// ErrNoModel reports that no transcription model is chosen or known.
	ErrNoModel = problem.New(problem.NoTranscriber, "no model for transcription is known")
	// ErrLimit reports that the service's limit is too small for any part.
	ErrLimit = problem.New(problem.TooLarge, "the service accepts no part that is long enough")
	// ErrNothing reports that no speech was recognized in the whole file.
	ErrNothing = problem.New(problem.NothingHeard, "nothing was heard in the recording")
	// ErrChanged reports that the file has changed since it was split.
	ErrChanged = problem.New(problem.SoundChanged, "the sound file has changed while it was being sent")
)

// Options are the dependencies of a Transcriber.
type Options struct {
	Services ask.Services
	Learned  Limits
	// Now is the clock for the remaining time; nil means time.Now.
	Now func() time.Time
	// InPlace is owner.CommonOptions.InPlace.
	InPlace func() error
}

// Transcriber transcribes audio files. Its only state are requests on their way, and responses that
// the folder of their job refused (Flush). It is safe for concurrent use.
type Transcriber struct {
	o       Options
	unsaved unsavedAnswers
	// together is the semaphore of concurrent requests for short parts.
	together chan struct{}
}

// New returns a Transcriber.
func New(o Options) *Transcriber {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.InPlace == nil {
		o.InPlace = func() error { return nil }
	}
	return &Transcriber{o: o, together: make(chan struct{}, maxTogether)}
}

// untimedLength is the maximum length of a part for a response without times: some models silently
// end a response at their output limit, after about ten minutes of speech, and without times
// nothing reveals it.
const untimedLength = 8 * time.Minute

// diarizedLength is the longest recording of OpenAI's model that tells speakers apart.
const diarizedLength = 1400 * time.Second

// limits returns the limits for each part of a job.
func (s *Transcriber) limits(j Job) limits {
	longest := s.o.Learned.AudioLimit(j.Connection, j.Model)
	if longest == 0 && client.DiarizesByName(j.Model) {
		longest = diarizedLength
	}
	l := limits{Bytes: j.Limit, Duration: margin(longest)}
	if l.Bytes <= 0 {
		l.Bytes = DefaultLimit
	}
	if learned := s.o.Learned.UploadLimit(j.Connection); learned > 0 {
		l.Bytes = min(l.Bytes, learned)
	}
	if s.TellsNoTimes(j.Connection, j.Model) {
		l = l.untimed(j.ExactTimes)
	}
	return l
}

// TellsNoTimes reports whether a model is known to answer without times. It reads memory only.
func (s *Transcriber) TellsNoTimes(connection chat.ID, model string) bool {
	learned := client.TranscriptFormat(s.o.Learned.TranscriptFormat(connection, model))
	return tellsNoTimes(learned) || learned == "" && client.TellsNoTimesByName(model) ||
		s.o.Learned.AudioLimit(connection, model) == untimedLength // see learnFrom
}

// untimed returns the limits for responses without times; if exact is set, parts are so short that
// lines get their times from them.
func (l limits) untimed(exact bool) limits {
	longest := untimedLength
	if exact {
		longest, l.Shortest = longestExact, shortestExact
	}
	if l.Duration == 0 || l.Duration > longest {
		l.Duration = longest
	}
	l.Shortest = min(l.Shortest, l.Duration/2)
	return l
}

// margin returns the length of parts for a model that accepts longest, because a service may
// measure them slightly longer than Parlando.
func margin(longest time.Duration) time.Duration {
	return longest - min(10*time.Second, longest/20)
}
