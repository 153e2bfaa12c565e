package speak

import (
	"log/slog"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/limits"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speechdraft"
	"parlando/app/speechexports"
	"parlando/views/askfile"
	"parlando/views/monthlylimit"
)

// Owners holds the services and controllers that the page uses.
type Owners struct {
	Speech        *speech.Speech
	SpeechDraft   *speechdraft.Store
	SpeechExports *speechexports.Store
	Catalog       *catalog.Catalog
	Settings      *settings.Store
	Limits        *limits.Limits
	Saving        *askfile.Asker
	Log           *slog.Logger
	// ReadOnly means that the library is read-only, so that no text is stored. UnlistedNotice is
	// the sentence about sound files that could not be listed, "" if all were listed. Neither
	// changes while Parlando runs.
	ReadOnly       bool
	UnlistedNotice string
}

// Links connects the page to other parts of the program.
type Links struct {
	// TakeFiles passes pasted files to the page that handles them.
	TakeFiles func(paths []string)
	// ExportSpeech asks for a path and exports the speech of a text. about states the expected
	// length.
	ExportSpeech func(j speechexports.Job, about string)
	// AnnounceExport tells the user when a running export ends.
	AnnounceExport func(id chat.ID)
	// Limit asks before a text is read aloud once the monthly limit is reached.
	Limit *monthlylimit.Asker
}

// document returns the speech source of this page's text.
func document() speech.Source { return speech.Source{Kind: speech.Document} }

// debounce is the time without a change after which the text is stored or the speed is applied.
const debounce = 400 * time.Millisecond
