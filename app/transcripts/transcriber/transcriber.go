package transcriber

import (
	"context"
	"errors"
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/client"
)

// The errors of Write and Estimate besides the disk's, the context's and those of
// client.Transcribe. Each knows its problem.Kind.
var (
	// ErrOnHold: Job.Hold said so. What is done is kept.
	ErrOnHold = errors.New("the job was held")
	// ErrMissing: there is no such file, or it may not be read.
	ErrMissing = problem.New(problem.SoundMissing, "the sound file is not there")
	// ErrNoSound: it is a folder, empty, or of no format of sound that is known.
	ErrNoSound = problem.New(problem.NotSound, "the file is not a sound that can be written down")
	// ErrDamaged: a place in it is no sound, so that what follows would be lost.
	ErrDamaged = problem.New(problem.SoundDamaged, "the sound file is damaged")
	// ErrNoModel: nobody has said which model makes text of speech.
	ErrNoModel = problem.New(problem.NoTranscriber, "no model for speech to text is known")
	// ErrLimit: the service takes so little that nothing fits.
	ErrLimit = problem.New(problem.TooLarge, "the service takes no part that is long enough")
	// ErrNothing: nothing is said in the whole file.
	ErrNothing = problem.New(problem.NothingHeard, "nothing was heard in the recording")
	// ErrChanged: the file is not as it was when it was cut.
	ErrChanged = problem.New(problem.SoundChanged, "the sound file has changed while it was being sent")
)

// Gateway is a service, as *client.Client is.
type Gateway interface {
	Transcribe(ctx context.Context, r client.TranscriptionRequest) (client.Transcript, error)
}

// Gateways gives the service of a connection; "" is the one in use.
type Gateways interface {
	Service(connection chat.ID) (id chat.ID, address string)
	Client(ctx context.Context, connection chat.ID) (Gateway, error)
}

// Options are the dependencies of a Transcriber.
type Options struct {
	Gateways Gateways
	Learned  Limits
	// Now is the clock for what is left; nil is time.Now.
	Now func() time.Time
}

// Transcriber writes sound files down. Of a job it holds nothing but answers that the folder of the
// job has refused (Flush). It is safe from any goroutine.
type Transcriber struct {
	o       Options
	unsaved unsavedAnswers
}

// New makes a Transcriber.
func New(o Options) *Transcriber {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Transcriber{o: o}
}

// untimedLength is the longest part that is sent for an answer without times: some models end an
// answer without an error when their output allows no more, which is after about ten minutes of
// speech, and nothing shows it where there are no times.
const untimedLength = 8 * time.Minute

// limits are those of each part of a job.
func (s *Transcriber) limits(j Job) limits {
	l := limits{Bytes: j.Limit, Duration: margin(s.o.Learned.AudioLimit(j.Connection, j.Model))}
	if l.Bytes <= 0 {
		l.Bytes = DefaultLimit
	}
	if learned := s.o.Learned.UploadLimit(j.Connection); learned > 0 {
		l.Bytes = min(l.Bytes, learned)
	}
	if tellsNoTimes(client.TranscriptFormat(s.o.Learned.TranscriptFormat(j.Connection, j.Model))) {
		l = l.untimed()
	}
	return l
}

// untimed are the limits for answers without times.
func (l limits) untimed() limits {
	if l.Duration == 0 || l.Duration > untimedLength {
		l.Duration = untimedLength
	}
	return l
}

// margin is the length of parts for a model that accepts so much: a service may measure them a
// little longer than Parlando.
func margin(longest time.Duration) time.Duration {
	return longest - min(10*time.Second, longest/20)
}
