package speak

import (
	"log/slog"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speechdraft"
	"parlando/app/speechexports"
	"parlando/views/askfile"
)

// Owners are the dependencies of the page.
type Owners struct {
	Speech        *speech.Speech
	SpeechDraft   *speechdraft.Store
	SpeechExports *speechexports.Store
	Catalog       *catalog.Catalog
	Settings      *settings.Store
	Saving        *askfile.Asker
	Log           *slog.Logger
	// ReadOnly: the library is open for reading only, so that no text is stored. Unlisted is the
	// sentence for sound files that could not be listed, "" where all are. Neither changes while
	// Parlando runs.
	ReadOnly bool
	Unlisted string
}

// Links lead to what is not the page's own.
type Links struct {
	// TakeFiles takes files that were pasted, wherever they belong.
	TakeFiles func(paths []string)
	// Make asks for the place of a text's sound file, and makes it. about names its expected
	// length.
	Make func(j speechexports.Job, about string)
	// Announce has the end of a sound file told that is being made.
	Announce func(id chat.ID)
}

// document is the source of what is read on this page.
func document() speech.Source { return speech.Source{Kind: speech.Document} }

// debounce is the time without a change before the text is stored or the speed is used.
const debounce = 400 * time.Millisecond
