package utterance

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/transcripts/transcriber"
)

// Options are the dependencies of a Listener; Ready, Marks and Now may be nil.
type Options struct {
	owner.CommonOptions
	Recordings  Recordings
	Transcriber Transcriber
	// Model returns the speech-to-text model of a connection, "" if none is set.
	Model    func(connection chat.ID) string
	Settings func() settings.Settings
	// Ready returns an error if a connection cannot be used, for example because it was removed.
	Ready func(connection chat.ID) error
}

// Recordings makes and stores recordings (package recordings).
type Recordings interface {
	Start(p recordings.Purpose) chat.ID
	Stop()
	Cancel()
	Dismiss()
	Discard(id chat.ID)
	Live() recordings.Live
	Wait(ctx context.Context, id chat.ID) (recordings.Recording, error)
	TrimmedPath(ctx context.Context, id chat.ID) (path string, speech bool, err error)
	SetText(id chat.ID, text string)
	SetProblem(id chat.ID, p problem.Problem)
}

// Transcriber transcribes an audio file (package transcriber).
type Transcriber interface {
	Transcribe(ctx context.Context, j transcriber.Job, progress func(transcriber.Progress)) (transcriber.Text, error)
}

// ErrSilent means that nobody spoke.
var ErrSilent = errors.New("no speech was heard")

// ErrQuit is the cancel cause when the program quits: the recording is not deleted, as the user did
// not discard it.
var ErrQuit = errors.New("the program is closing")

var (
	// errRecording means that the microphone is already in use.
	errRecording = problem.New(problem.AlreadyRecording, "a recording is being made")
	// errNoModel means that no transcription model is set.
	errNoModel = problem.New(problem.NoTranscriber, "no model for transcription is known")
)

// Limits end an utterance automatically; the zero values mean no limit.
type Limits struct {
	// Pause returns the silence after speech that ends the utterance. Pause is called repeatedly.
	Pause func() time.Duration
	// Patience is the time to wait for the first word.
	Patience time.Duration
}

// Listener records and transcribes utterances. Create it with New. Its methods are safe from any
// goroutine.
type Listener struct{ o Options }

// New returns a Listener. It starts nothing.
func New(o Options) *Listener {
	o.SetDefaults()
	return &Listener{o: o}
}

// Listen records until end receives or a limit is reached, and returns the complete recording. It
// calls phase when the recording begins, and again with open set when the microphone is capturing.
//
// The error is ErrSilent if nobody spoke, a problem.Problem, or that of ctx: then the recording is
// deleted after a day, or kept if the cause is ErrQuit. If a problem ends the recording, what was
// recorded is returned without an error.
func (l *Listener) Listen(ctx context.Context, p recordings.Purpose, limits Limits, end <-chan struct{}, phase func(id chat.ID, open bool)) (recordings.Recording, error) {
	if live := l.o.Recordings.Live(); live.Phase == recordings.Opening || live.Phase == recordings.Hearing {
		return recordings.Recording{}, errRecording
	}
	news := l.o.Marks.Fork(changes.Microphone)
	defer l.o.Marks.Unfork(news)
	id := l.o.Recordings.Start(p)
	phase(id, false)
	for open := false; ; news.Take() {
		live := l.o.Recordings.Live()
		switch {
		case live.Phase == recordings.Failed && live.Elapsed == 0:
			return recordings.Recording{}, live.Problem
		case live.ID != id, live.Phase != recordings.Opening && live.Phase != recordings.Hearing:
			return l.whole(ctx, id) // the recording ended by itself
		case live.Phase == recordings.Hearing && !open:
			open = true
			phase(id, true)
		}
		switch {
		case limits.Pause != nil && live.Heard && live.Pause >= limits.Pause():
			l.o.Recordings.Stop()
			return l.whole(ctx, id)
		case limits.Patience > 0 && !live.Heard && live.Elapsed >= limits.Patience:
			l.o.Recordings.Cancel()
			// Wait until the microphone is closed. Ignore the error: there may be no recording.
			_, _ = l.o.Recordings.Wait(ctx, id)
			return recordings.Recording{}, ErrSilent
		}
		select {
		case <-news.Ready():
		case <-end:
			l.o.Recordings.Stop()
			return l.whole(ctx, id)
		case <-ctx.Done():
			l.leave(ctx, id)
			return recordings.Recording{}, ctx.Err()
		}
	}
}

// whole waits until a recording is complete on disk, and returns it.
func (l *Listener) whole(ctx context.Context, id chat.ID) (recordings.Recording, error) {
	made, err := l.o.Recordings.Wait(ctx, id)
	if ctx.Err() != nil {
		l.leave(ctx, id)
	}
	return made, err
}

// leave stops or discards a recording after ctx has ended.
func (l *Listener) leave(ctx context.Context, id chat.ID) {
	live, quits := l.o.Recordings.Live(), errors.Is(context.Cause(ctx), ErrQuit)
	switch runs := live.ID == id && live.Phase != recordings.Failed; {
	case runs && quits:
		l.o.Recordings.Stop()
	case runs:
		l.o.Recordings.Cancel()
	case !quits:
		l.o.Recordings.Discard(id)
	}
}

// Transcribe returns the text of a recording. It gives the model the names in the user's list and
// applies the list's replacements. The error is ErrSilent if the recording has no speech, in which
// case nothing was sent; that of ctx, as for Listen; or another one, stored with the recording.
func (l *Listener) Transcribe(ctx context.Context, connection, recording chat.ID) (string, error) {
	l.o.Recordings.SetProblem(recording, problem.Problem{})
	said, err := l.transcribe(ctx, connection, recording)
	switch {
	case ctx.Err() != nil:
		l.leave(ctx, recording)
		return "", ctx.Err()
	case err != nil && !errors.Is(err, ErrSilent):
		l.o.Recordings.SetProblem(recording, problem.From(err, "", l.o.Now()))
	}
	return said, err
}

func (l *Listener) transcribe(ctx context.Context, connection, recording chat.ID) (string, error) {
	path, speech, err := l.o.Recordings.TrimmedPath(ctx, recording)
	switch {
	case err != nil:
		return "", err
	case !speech:
		return "", ErrSilent
	}
	if l.o.Ready != nil {
		if err := l.o.Ready(connection); err != nil {
			return "", err
		}
	}
	model := l.o.Model(connection)
	if model == "" {
		return "", errNoModel
	}
	preferred := l.o.Settings()
	text, err := l.o.Transcriber.Transcribe(cost.WithSubject(ctx, cost.Subject{Purpose: cost.Dictating}), transcriber.Job{
		Path: path, Connection: connection, Model: model, Language: preferred.Dictation.Language,
		Names:       ParseNames(preferred.Dictation.Words),
		Temperature: preferred.Transcription.Temperature, Limit: preferred.Transcription.Limit,
		// The folder is next to the recording and is deleted with it.
		Keep: filepath.Join(filepath.Dir(path), "parts"),
	}, nil)
	if err != nil && problem.KindOf(err) != problem.NothingHeard {
		return "", err
	}
	said := strings.TrimSpace(strings.ReplaceAll(text.Text, "\n", " "))
	if said == "" {
		return "", ErrSilent
	}
	return replace(said, preferred.Dictation.Words), nil
}

// SetText stores the text of a recording. The recording is deleted after a day, since its text is
// now safe elsewhere.
func (l *Listener) SetText(recording chat.ID, text string) { l.o.Recordings.SetText(recording, text) }

// Dismiss clears the last failure of the microphone.
func (l *Listener) Dismiss() { l.o.Recordings.Dismiss() }
