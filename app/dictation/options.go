package dictation

import (
	"context"
	"log/slog"
	"time"

	"parley/app/changes"
	"parley/app/chat"
	"parley/app/problem"
	"parley/app/recordings"
	"parley/app/replies"
	"parley/app/settings"
	"parley/app/speech"
	"parley/app/transcripts/scribe"
)

// Options are what a Dictation stands on. Recordings, Scribe, Model and Settings must be there; without Speech and Replies there is no conversation by
// voice, and without Gateways nothing is tidied up.
type Options struct {
	Recordings Recordings
	Scribe     Scribe
	// Model is the model for speech to text of a connection, "" if nobody has named one.
	Model    func(connection chat.ID) string
	Settings func() settings.Settings
	Gateways replies.Gateways
	// Refusals are what is known of models; nil knows and learns nothing.
	Refusals replies.Refusals
	Speech   Speech
	Replies  Replies
	History  History
	Marks    *changes.Marks
	// Now is the clock of the stamps of problems; nil is time.Now.
	Now func() time.Time
	// Log takes what went wrong without stopping anything; nil drops it.
	Log *slog.Logger
}

// Recordings hears and keeps what is said (package recordings).
type Recordings interface {
	Start(p recordings.Purpose) chat.ID
	Stop()
	Cancel()
	Dismiss()
	Live() recordings.Live
	Wait(ctx context.Context, id chat.ID) (recordings.Recording, error)
	Trimmed(ctx context.Context, id chat.ID) (path string, speech bool, err error)
	SetText(id chat.ID, text string)
	SetProblem(id chat.ID, p problem.Problem)
}

// Scribe writes a sound file down (package scribe).
type Scribe interface {
	Write(ctx context.Context, j scribe.Job, progress func(scribe.Progress)) (scribe.Text, error)
}

// Speech reads aloud (package speech).
type Speech interface {
	Snapshot() speech.Snapshot
	StopSource(src speech.Source)
}

// Replies knows the replies in flight (package replies).
type Replies interface {
	Snapshot(message chat.ID) (replies.Snapshot, bool)
	Stop(conversation chat.ID)
}

// History knows what is stored (package history).
type History interface {
	Messages(ctx context.Context, ids []chat.ID) ([]chat.Message, error)
}
