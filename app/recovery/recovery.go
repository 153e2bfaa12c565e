// Package recovery makes a new library from one that cannot be opened. It reads the damaged file
// without SQLite (package dbfile), and changes nothing in the folder of the old library.
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

// Progress is the number of bytes read or copied so far, out of Total.
type Progress struct{ Done, Total int64 }

// Report is the result of a recovery. Deleted chats and messages, which can still be
// restored, are not counted.
type Report struct {
	Folder                                             string // of the new library
	Chats, Messages, Transcripts, Recordings, Pictures int
	// Wordless is the number of Messages whose text is lost; see history.LostText.
	Wordless int
	// MissingFiles counts files that could not be read, and attachments that the library refers to
	// but that do not exist.
	MissingFiles int
	// Gaps lists each chat and transcript that lacks something or may be wrong, the most recent
	// first. Unsent text that belongs to none of them comes before.
	Gaps []Gap
}

// Gap is a chat or transcript that was not recovered completely, as far as is known.
type Gap struct {
	ID         chat.ID // "" for unsent text of the new chat or of an unknown one
	Title      string
	Transcript bool // a transcript and not a chat
	Wordless   int  // number of its messages whose text is lost
}
