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
	owner.Common
	Recordings  Recordings
	Transcriber Transcriber
	// Model is the model for speech to text of a connection, "" if nobody has named one.
	Model    func(connection chat.ID) string
	Settings func() settings.Settings
	// Ready returns why nothing can be sent to a connection, as when it was forgotten.
	Ready func(connection chat.ID) error
}

// Recordings records and keeps what is said (package recordings).
type Recordings interface {
	Start(p recordings.Purpose) chat.ID
	Stop()
	Cancel()
	Dismiss()
	Discard(id chat.ID)
	Live() recordings.Live
	Wait(ctx context.Context, id chat.ID) (recordings.Recording, error)
	Trimmed(ctx context.Context, id chat.ID) (path string, speech bool, err error)
	SetText(id chat.ID, text string)
	SetProblem(id chat.ID, p problem.Problem)
}

// Transcriber transcribes a sound file (package transcriber).
type Transcriber interface {
	Write(ctx context.Context, j transcriber.Job, progress func(transcriber.Progress)) (transcriber.Text, error)
}

// ErrSilent says that nobody has spoken.
var ErrSilent = errors.New("nobody has spoken")

// ErrQuit is the cause with which a context ends because the program does: what was said stays, as
// the user did not discard it.
var ErrQuit = errors.New("the program ends")

var (
	// errRecording: the microphone is in use for something else.
	errRecording = problem.New(problem.AlreadyRecording, "a recording is being made")
	// errNoModel: nobody has said which model transcribes.
	errNoModel = problem.New(problem.NoTranscriber, "no model for speech to text is known")
)

// Limits end an utterance by themselves; zero is never.
type Limits struct {
	// Pause is the silence after speech that completes the utterance.
	Pause time.Duration
	// Patience is the time to wait for the first word.
	Patience time.Duration
}

// Listener records utterances and has them transcribed. Use New. Its methods are safe from any
// goroutine.
type Listener struct{ o Options }

// New makes a Listener. It starts nothing.
func New(o Options) *Listener {
	o.SetDefaults()
	return &Listener{o: o}
}

// Listen records until end receives or one of the limits is reached, and returns the recording once
// it is whole. phase is told of the recording when it begins, and again (open) when the microphone
// hears.
//
// The error is ErrSilent when nobody spoke, a problem.Problem, or that of ctx: then what was heard
// stays until tomorrow, or for good if the cause is ErrQuit. A recording that a problem has ended
// comes without an error.
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
			return l.whole(ctx, id) // it has ended by itself: what was heard is there
		case live.Phase == recordings.Hearing && !open:
			open = true
			phase(id, true)
		}
		switch {
		case limits.Pause > 0 && live.Heard && live.Pause >= limits.Pause:
			l.o.Recordings.Stop()
			return l.whole(ctx, id)
		case limits.Patience > 0 && !live.Heard && live.Elapsed >= limits.Patience:
			l.o.Recordings.Cancel()
			// It is over once the microphone is closed. There may be nothing to keep.
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

// whole waits until a recording is whole on disk.
func (l *Listener) whole(ctx context.Context, id chat.ID) (recordings.Recording, error) {
	made, err := l.o.Recordings.Wait(ctx, id)
	if ctx.Err() != nil {
		l.leave(ctx, id)
	}
	return made, err
}

// leave ends a recording that is not waited for any more.
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

// Transcribe returns what is said in a recording: the model is given the names in the user's list,
// and what the list says is heard becomes what is meant. The error is ErrSilent when nobody speaks
// in it, and then nothing was sent; that of ctx, as of Listen; or another one, which the recording
// remembers.
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
	path, speech, err := l.o.Recordings.Trimmed(ctx, recording)
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
	text, err := l.o.Transcriber.Write(cost.For(ctx, cost.Subject{Purpose: cost.Dictating}), transcriber.Job{
		Path: path, Connection: connection, Model: model, Language: preferred.Dictation.Language,
		Prompt:      Names(preferred.Dictation.Words),
		Temperature: preferred.Transcription.Temperature, Limit: preferred.Transcription.Limit,
		// Beside the recording, so that it goes with it.
		Keep: filepath.Join(filepath.Dir(path), "parts"),
	}, nil)
	if err != nil && problem.From(err, "", l.o.Now()).Kind != problem.NothingHeard {
		return "", err
	}
	said := strings.TrimSpace(strings.ReplaceAll(text.Text, "\n", " "))
	if said == "" {
		return "", ErrSilent
	}
	return replace(said, preferred.Dictation.Words), nil
}

// SetText notes what became of a recording: its text is safe elsewhere, so it goes after a day.
func (l *Listener) SetText(recording chat.ID, text string) { l.o.Recordings.SetText(recording, text) }

// Dismiss puts away what the microphone has said of its last failure.
func (l *Listener) Dismiss() { l.o.Recordings.Dismiss() }
