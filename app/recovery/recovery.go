// Package recovery makes a new library out of one that cannot be opened. The damaged file is read
// without SQLite (package dbfile) and is never changed, nor is anything else in its folder.
package recovery

import (
	"log/slog"
	"time"

	"parlando/app/chat"
)

// Options configure Recover.
type Options struct {
	// From is the folder of the damaged library; To the folder of the new one, which must not
	// exist.
	From, To string
	Log      *slog.Logger     // nil: none
	Now      func() time.Time // nil: time.Now
	// Progress is called at most some 20 times a second, on the goroutine of Recover; nil: never.
	Progress func(Progress)
}

// Progress counts the bytes that were read and brought along.
type Progress struct{ Done, Total int64 }

// Report is the result of a recovery. Deleted chats and messages, which can still be
// restored, are not counted.
type Report struct {
	Folder                                             string // of the new library
	Chats, Messages, Transcripts, Recordings, Pictures int
	// Wordless counts those of Messages whose text is lost; see history.LostText.
	Wordless int
	// MissingFiles counts pictures and recordings that the library names but that were not there or
	// could not be read.
	MissingFiles int
	// Gaps lists the chats and transcripts of which something is missing or may be wrong, each
	// once, the most recent first, after unsent text that is of none of them.
	Gaps []Gap
}

// Gap is a chat or transcript that did not come over whole, as far as can be known.
type Gap struct {
	ID         chat.ID // "": unsent text of the new chat, or of one that is not known
	Title      string
	Transcript bool // a transcript and not a chat
	Wordless   int  // messages of it whose text is lost
}
