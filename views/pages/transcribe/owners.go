package transcribe

import (
	"context"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/transcripts"
	"parlando/app/transcripts/scribe"
	"parlando/app/transcripts/waves"
	"parlando/app/translations"
)

// Owners are the owners of what the page shows.
type Owners struct {
	Transcripts  Transcripts
	Queue        Queue
	Lines        Lines
	Translations Translations
	Waves        Waves
	Microphone   Microphone
	Recordings   Recordings
	Speech       Speech
	Models       Models
	Settings     Settings
	Connections  Connections
	Library      Library
}

// Transcripts is the list of transcripts.
type Transcripts interface {
	Get(id chat.ID) (transcripts.Transcript, bool)
	List() []transcripts.Transcript
	Successor(id chat.ID) chat.ID
	Rename(ctx context.Context, id chat.ID, title string) error
	Pin(ctx context.Context, id chat.ID, pinned bool) error
	Delete(ctx context.Context, id chat.ID) error
	Restore(ctx context.Context, id chat.ID) error
	SoundPath(ctx context.Context, id chat.ID) (string, error)
	KeepCopy(ctx context.Context, id chat.ID) error
	Locate(ctx context.Context, id chat.ID, path string) error
}

// Queue is what is transcribed, and what is to be.
type Queue interface {
	Estimate(ctx context.Context, path string, connection chat.ID) (scribe.Estimate, error)
	DefaultModel(connection chat.ID) string
	Add(ctx context.Context, files []transcripts.File, o transcripts.AddOptions) ([]chat.ID, []transcripts.Refused)
	Again(ctx context.Context, id chat.ID, o transcripts.AddOptions) (chat.ID, error)
	Pause(ctx context.Context, id chat.ID) error
	Resume(ctx context.Context, id chat.ID) error
	Cancel(ctx context.Context, id chat.ID) error
	Retry(ctx context.Context, id chat.ID) error
	RetryWith(ctx context.Context, id chat.ID, field string, value *float64) error
	Move(ctx context.Context, id chat.ID, place int) error
}

// Lines is the text of a transcript.
type Lines interface {
	Lines(ctx context.Context, id chat.ID) ([]transcripts.Line, error)
	Answers(id chat.ID) ([]scribe.Answer, error)
	Edit(ctx context.Context, id chat.ID, e transcripts.Edit) error
	Undo(ctx context.Context, id chat.ID) (changed bool, err error)
	Redo(ctx context.Context, id chat.ID) (changed bool, err error)
}

// Translations translates the lines of a transcript.
type Translations interface {
	Get(id chat.ID) (translations.Translation, bool)
	Start(ctx context.Context, id chat.ID, r translations.Request) error
	Cancel(id chat.ID)
	Dismiss(id chat.ID)
}

// Waves is how sounds look.
type Waves interface {
	Get(id chat.ID) waves.Wave
	Want(id chat.ID, path string)
	Look(ctx context.Context, path string) (waves.Wave, error)
}

// Microphone makes recordings.
type Microphone interface {
	Live() recordings.Live
	Start(p recordings.Purpose) chat.ID
	Stop()
	Cancel()
	Dismiss()
	Wait(ctx context.Context, id chat.ID) (recordings.Recording, error)
}

// Recordings is the list of recordings.
type Recordings interface {
	Get(id chat.ID) (recordings.Recording, bool)
	List() []recordings.Recording
	Path(ctx context.Context, id chat.ID) (string, error)
	SaveAs(ctx context.Context, id chat.ID, path string) (saved string, err error)
	Rename(id chat.ID, title string)
	Keep(id chat.ID)
	Delete(id chat.ID)
	Restore(id chat.ID)
}

// Speech plays sounds and reads texts aloud.
type Speech interface {
	Snapshot() speech.Snapshot
	Preferred() speech.Voice
	Say(t speech.Text, v speech.Voice)
	PlayFile(src speech.Source, title, path string)
	StopSource(src speech.Source)
	Toggle()
	Resume()
	Seek(to time.Duration)
	SetSpeed(speed float64)
}

// Models is what is known of the models of each connection.
type Models interface {
	ModelsFor(connection chat.ID, purpose catalog.Purpose) []catalog.Model
	Refusals(connection chat.ID, model string) []catalog.Refusal
	ForgetRefusals(connection chat.ID, model string, fields ...string)
}

// Settings is what the user has chosen.
type Settings interface {
	Get() settings.Settings
	Change(change func(*settings.Settings))
}

// Connections is the ways to a service.
type Connections interface {
	Current() (connection settings.Connection, ok bool)
	Find(id chat.ID) (settings.Connection, bool)
}

// Library says whether anything can be written.
type Library interface {
	ReadOnly() history.ReadOnlyReason
}

// Links lead elsewhere, and tell the page what only the window knows. None may be nil.
type Links struct {
	// Show shows the page.
	Show func()
	// OnAdded is called when files were put into the queue.
	OnAdded func()
	// AskAbout begins a chat about a transcript.
	AskAbout func(t transcripts.Transcript, lines []transcripts.Line)
	// ChatModel returns what new messages are sent to.
	ChatModel func() (connection chat.ID, model string)
	// ChangeKey asks for the key of a connection, and calls then once it is connected.
	ChangeKey func(connection chat.ID, then func())
	// ServicePage returns the web page of the service of a connection, "" for none; OpenURL asks
	// before it opens an address.
	ServicePage func(connection chat.ID) string
	OpenURL     func(address string)
	// Unlisted returns what to say where not all transcripts, or recordings, could be listed, ""
	// for all.
	Unlisted func() (transcripts, recordings string)
}
