package desktop

import (
	"context"
	"strings"
	"unicode"
)

// FileChooser is a file dialog of the desktop. Its texts are as the user reads them.
type FileChooser struct {
	// Title is the title of the dialog.
	Title string
	// Accept is the label of the button that accepts; "" leaves it to the desktop, as Windows and
	// macOS always do.
	Accept string
	// Filters can be chosen among, the first one at the start. Without any, all files are shown.
	Filters []FileFilter
	// Folder is an absolute path where the dialog starts; "" leaves it to the desktop.
	Folder string
	// Name is the suggested file name when saving.
	Name string
	// Parent is the window that the dialog belongs to: "x11:" and its ID in hexadecimal, or "".
	Parent string
	// Multiple lets the user open several files or folders.
	Multiple bool
	// Directory has the user choose folders instead of files.
	Directory bool
}

// FileFilter selects the files of a dialog by patterns, MIME types, or both.
type FileFilter struct {
	// Label names the filter.
	Label string
	// Patterns are globs such as "*.mp3", in which case does not matter.
	Patterns []string
	// MIMETypes are types such as "audio/*". Windows and macOS know patterns only.
	MIMETypes []string
}

// Open has the user choose what to open and returns the paths, at least one. The error is ErrNone,
// ErrCanceled or that of ctx, which closes the dialog.
func (c FileChooser) Open(ctx context.Context) ([]string, error) {
	return c.open(ctx)
}

// Save has the user choose where to save and returns the path. The desktop has asked before a file
// that exists is returned. The errors are those of Open.
func (c FileChooser) Save(ctx context.Context) (string, error) {
	return c.save(ctx)
}

// foldCase returns a glob that matches letters of either case: "*.mp3" becomes "*.[mM][pP]3".
// Character classes stay as they are.
func foldCase(pattern string) string {
	var out strings.Builder
	inClass := false
	for _, r := range pattern {
		lower, upper := unicode.ToLower(r), unicode.ToUpper(r)
		switch {
		case r == '[':
			inClass = true
		case r == ']':
			inClass = false
		case !inClass && lower != upper:
			out.WriteString("[" + string(lower) + string(upper) + "]")
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}
