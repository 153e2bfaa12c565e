package speak

import (
	"log/slog"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/manuscript"
	"parlando/app/narrations"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/views/askfile"
)

// Owners is what the page stands on.
type Owners struct {
	Speech     *speech.Speech
	Manuscript *manuscript.Store
	Narrations *narrations.Narrations
	Catalog    *catalog.Catalog
	Settings   *settings.Store
	Saving     *askfile.Asker
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

// document is the source of what is read on this page.
func document() speech.Source { return speech.Source{Kind: speech.Document} }

// debounce is how long the text or the speed stands still before it is stored or read with.
const debounce = 400 * time.Millisecond
