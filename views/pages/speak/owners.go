package speak

import (
	"context"
	"log/slog"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/manuscript"
	"parlando/app/narrations"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speech/script"
	"parlando/views/savefile"
)

// Owners is what the page stands on.
type Owners struct {
	Speech     Speech
	Voices     Voices
	Manuscript Manuscript
	Narrations Narrations
	Estimates  Estimates
	Catalog    Catalog
	Settings   Settings
	Saving     *savefile.Asker
	Log        *slog.Logger
	// ReadOnly: the library is open for reading only, so that no text is stored. Unlisted is what
	// to say where not all sound files could be listed, "" where they are. Neither changes while
	// Parlando runs.
	ReadOnly bool
	Unlisted string
}

// Links lead to what is not the page's own.
type Links struct {
	// TakeFiles takes files that were pasted, wherever they belong.
	TakeFiles func(paths []string)
	// Make asks where the sound file of a text is to go, and makes it. about says how long it will
	// be.
	Make func(j narrations.Job, about string)
	// Announce has the end of a sound file told that is being made.
	Announce func(id chat.ID)
}

// Speech reads aloud (package speech).
type Speech interface {
	Snapshot() speech.Snapshot
	Say(t speech.Text, v speech.Voice)
	PlayFile(src speech.Source, title, path string)
	GoTo(offset int)
	Toggle()
	Stop()
	StopSource(src speech.Source)
	Words() script.Words
}

// Voices knows the preferred voice (package speech).
type Voices interface {
	Preferred() speech.Voice
	DefaultModel(connection chat.ID) string
	ChooseModel(id string)
	SetRequestSpeed(value *float64) float64
	SetVoice(v speech.Voice)
}

// Manuscript stores the text (package manuscript).
type Manuscript interface {
	Load() (manuscript.Manuscript, error)
	Save(m manuscript.Manuscript)
	SaveJoined(m manuscript.Manuscript)
	Flush() error
	OnRefused(f func(error))
}

// Narrations are the sound files that were made (package narrations).
type Narrations interface {
	List() []narrations.Narration
	Path(id chat.ID) (string, error)
	SaveAgain(ctx context.Context, id chat.ID, path string, replace bool) (string, error)
	Delete(id chat.ID) error
	Restore(id chat.ID) error
	Cancel(id chat.ID)
	ResumeAs(id chat.ID, format string) error
	ResumeAt(id chat.ID, speed float64) error
}

// Estimates tells what can be made of a text (package narrations).
type Estimates interface {
	Estimate(text string, plain bool, speed float64) narrations.Estimate
	FileType(v speech.Voice, chosen string) string
	FileTypes(v speech.Voice) []narrations.FileType
}

// Catalog knows models (package catalog).
type Catalog interface {
	ModelsFor(connection chat.ID, purpose catalog.Purpose) []catalog.Model
	Refusals(connection chat.ID, model string) []catalog.Refusal
	ForgetRefusals(connection chat.ID, model string, fields ...string)
}

// Settings is what the user prefers (package settings).
type Settings interface {
	Get() settings.Settings
	Change(change func(*settings.Settings))
}

// document is the source of what is read on this page.
func document() speech.Source { return speech.Source{Kind: speech.Document} }

// debounce is how long the text or the speed stands still before it is stored or read with.
const debounce = 400 * time.Millisecond
