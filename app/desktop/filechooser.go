package desktop

import (
	"context"
	"strings"
	"unicode"
)

// FileChooser is a file dialog of the desktop. It shows its texts unchanged.
type FileChooser struct {
	// Title is the title of the dialog.
	Title string
	// Accept is the label of the button that accepts; "" means the desktop's own label, which
	// Windows and macOS always use.
	Accept string
	// Filters are the file types the user can select; the first is the default. Without filters,
	// all files are shown.
	Filters []FileFilter
	// Folder is the absolute path where the dialog starts; "" lets the desktop choose.
	Folder string
	// Name is the suggested file name when saving.
	Name string
	// Parent is the window that the dialog belongs to: its ID in X11, its handle on Windows, or 0.
	Parent uintptr
	// Multiple lets the user open several files or folders.
	Multiple bool
	// Directory selects folders instead of files.
	Directory bool
}

// FileFilter selects the files of a dialog by patterns, MIME types, or both.
type FileFilter struct {
	// Label names the filter.
	Label string
	// Patterns are globs such as "*.mp3". Case is ignored.
	Patterns []string
	// MIMETypes are types such as "audio/*". Windows and macOS support only patterns.
	MIMETypes []string
}

// Open shows a dialog for opening files or folders and returns at least one path. The error is
// ErrNone, ErrCanceled or that of ctx, which closes the dialog.
func (c FileChooser) Open(ctx context.Context) ([]string, error) {
	return c.open(ctx)
}

// Save shows a dialog for saving a file and returns its path. If the file exists, the desktop has
// already asked for confirmation. The errors are those of Open.
func (c FileChooser) Save(ctx context.Context) (string, error) {
	return c.save(ctx)
}

// foldCase returns a glob that matches upper and lower case: "*.mp3" becomes "*.[mM][pP]3".
// Character classes are not changed.
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
