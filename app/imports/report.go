package imports

import (
	"errors"
	"io"

	"parlando/app/chat"
	"parlando/app/filename"
	"parlando/app/imports/archive"
	"parlando/app/imports/foreign"
	"parlando/app/imports/formats"
	"parlando/app/internal/wholefile"
)

// Reason is the reason why something of an export is not imported. Its value is stored.
type Reason string

// The reasons.
const (
	ReasonDamaged   Reason = "damaged"
	ReasonTruncated Reason = "truncated" // the end of the file is missing
	ReasonTooLarge  Reason = "too large"
	ReasonTooMany   Reason = "too many files"
	ReasonEncrypted Reason = "encrypted" // a zip with a password
	// its name leads out of the archive, it is a link, or named twice
	ReasonUnsafe  Reason = "unsafe"
	ReasonUnknown Reason = "unknown" // no known export
	ReasonDesign  Reason = "design"  // a chat of Claude Design
	ReasonProgram Reason = "program" // an export of a program that is not read yet; see Program
	// ReasonUnreadable: the file could not be read for another reason.
	ReasonUnreadable Reason = "unreadable"
)

// Refusal is a chat or file that is not imported.
type Refusal struct {
	// Title is that of the chat, "" for a whole file or an untitled chat.
	Title string `json:"title,omitempty"`
	File  string `json:"file,omitempty"`
	// Program is the name of the program for ReasonProgram.
	Program string `json:"program,omitempty"`
	Reason  Reason `json:"reason"`
}

// ChatName is a chat named in a report.
type ChatName struct {
	ID    chat.ID `json:"id"`
	Title string  `json:"title"`
}

// Report describes what an import did. Found is the sum of Imported, Grown, Present, Empty, Left
// and the numbers of Deleted and Refused.
type Report struct {
	Source formats.Format `json:"source"`
	Found  int            `json:"found"`
	// Imported counts the new chats, Grown those that were here before and had new messages,
	// Present those that were here with all messages.
	Imported int `json:"imported"`
	Grown    int `json:"grown"`
	Present  int `json:"present"`
	// Archived counts those of Imported that were archived in the other program.
	Archived int `json:"archived,omitempty"`
	// Empty counts the chats without anything to show, Left those that the user did not choose.
	Empty int `json:"empty"`
	Left  int `json:"left"`
	// Deleted are the chats that the user has deleted here, which stay so.
	Deleted []ChatName `json:"deleted,omitempty"`
	Refused []Refusal  `json:"refused,omitempty"`
	// Messages, Pictures and Documents count what was added; Missing the files that are not in the
	// export or cannot be used, Sounds those of voice messages, whose words are imported.
	Messages  int `json:"messages"`
	Pictures  int `json:"pictures"`
	Documents int `json:"documents"`
	Missing   int `json:"missing"`
	Sounds    int `json:"sounds"`
	// Notes counts the texts that are kept with the import, Projects the projects; see ProjectsOf.
	Notes    int           `json:"notes"`
	Projects int           `json:"projects,omitempty"`
	Gaps     []foreign.Gap `json:"gaps,omitempty"`
}

// ReportExt is the extension of the files that SaveReport writes.
const ReportExt = ".txt"

// SaveReport writes the text of a report to a folder, with a name derived from the title, and
// returns its path. If the name is taken, a number is added.
func SaveReport(folder, title, text string) (string, error) {
	return wholefile.Create(folder, filename.New(ReportExt, title), func(w io.Writer) error {
		_, err := io.WriteString(w, text+"\n")
		return err
	})
}

// refusalOf returns the refusal for an error of reading a file.
func refusalOf(file string, err error) *Refusal {
	if object, ok := errors.AsType[*archive.ObjectError](err); ok {
		return &Refusal{Title: object.Title, File: file, Reason: reasonOf(object.Err)}
	}
	return &Refusal{File: file, Reason: reasonOf(err)}
}

func reasonOf(err error) Reason {
	for _, one := range []struct {
		err    error
		reason Reason
	}{
		{archive.ErrTruncated, ReasonTruncated},
		{archive.ErrTooLarge, ReasonTooLarge},
		{archive.ErrTooMany, ReasonTooMany},
		{archive.ErrEncrypted, ReasonEncrypted},
		{archive.ErrUnsafeName, ReasonUnsafe},
		{archive.ErrLink, ReasonUnsafe},
		{archive.ErrDuplicate, ReasonUnsafe},
		{archive.ErrNested, ReasonTooLarge},
		{archive.ErrTooDeep, ReasonDamaged},
		{archive.ErrDamaged, ReasonDamaged},
	} {
		if errors.Is(err, one.err) {
			return one.reason
		}
	}
	return ReasonUnreadable
}
