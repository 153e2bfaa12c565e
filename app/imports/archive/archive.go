package archive

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Archive is everything that the user dropped at once, read as one export. Its methods may be
// called from several goroutines, except Close.
type Archive struct {
	files   []*File
	refused []*FileError
	// entries are the other files: assets and those that nobody reads.
	entries []*entry
	assets  assets

	temp    Temp
	closers []func() error
	// count and bytes are those of all entries so far.
	count int
	bytes int64
}

// Temp is a place for the temporary files of inner archives that cannot be read in place.
type Temp struct {
	Folder string
	// CheckSpace returns an error if the disk lacks the space for so many bytes. nil: not checked.
	CheckSpace func(bytes int64) error
}

// Open opens files and folders. Temporary files stay in temp until Close. The error is that of ctx
// or of temp; for files that cannot be read, see Refused.
func Open(ctx context.Context, temp Temp, paths ...string) (*Archive, error) {
	a := &Archive{temp: temp}
	for _, p := range paths {
		if err := a.add(ctx, p); err != nil {
			return nil, errors.Join(err, a.Close())
		}
	}
	slices.SortStableFunc(a.files, func(x, y *File) int { return compareNatural(x.Name, y.Name) })
	if err := a.index(ctx); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// Files returns the files that contain JSON, sorted by name; numbers in names count as numbers.
// Files that belong to messages, and those with the names of such files, are not among them.
func (a *Archive) Files() []*File { return a.files }

// Refused returns the files that are not read, with the reasons.
func (a *Archive) Refused() []*FileError { return a.refused }

// Close closes all files and removes the temporary ones.
func (a *Archive) Close() error {
	var all []error
	for _, c := range slices.Backward(a.closers) {
		all = append(all, c())
	}
	a.closers = nil
	return errors.Join(all...)
}

func (a *Archive) refuse(name string, err error) {
	a.refused = append(a.refused, &FileError{name, err})
}

// add adds a file or folder of the user, who may have reached it through a link.
func (a *Archive) add(ctx context.Context, name string) error {
	shown := filepath.Base(name)
	info, err := os.Stat(name)
	switch {
	case err != nil:
		a.refuse(shown, err)
		return nil
	case info.IsDir():
		return a.addFolder(ctx, name, shown)
	case !info.Mode().IsRegular():
		a.refuse(shown, ErrLink)
		return nil
	}
	e := &entry{name: shown, size: info.Size(), open: func() (io.ReadCloser, error) { return os.Open(name) }}
	if ok := a.admit(e); !ok {
		return nil
	}
	switch beginning, err := e.beginning(); {
	case err != nil:
		a.refuse(shown, err)
		return nil
	case isZip(beginning):
		file, err := os.Open(name)
		if err != nil {
			a.refuse(shown, err)
			return nil
		}
		a.closers = append(a.closers, file.Close)
		return a.addZip(ctx, file, info.Size(), shown, 0)
	default:
		a.place(e, beginning)
		return nil
	}
}

// admit counts an entry, or refuses it.
func (a *Archive) admit(e *entry) bool {
	switch {
	case a.count >= maxEntries:
		a.refuse(e.name, ErrTooMany)
		return false
	case e.size > maxEntryBytes, a.bytes+e.size > maxTotalBytes:
		a.refuse(e.name, ErrTooLarge)
		return false
	}
	a.count++
	a.bytes += e.size
	return true
}

// place puts an entry among the files with JSON or the others, by its beginning.
func (a *Archive) place(e *entry, beginning []byte) {
	if isJSON(beginning) && !isIndex(e.name) {
		a.files = append(a.files, &File{Name: e.name, Size: e.size, entry: e})
		return
	}
	a.entries = append(a.entries, e)
}

// sort places an entry of a zip or folder.
func (a *Archive) sort(e *entry) {
	if isAsset(path.Base(e.name)) {
		a.entries = append(a.entries, e)
		return
	}
	beginning, err := e.beginning()
	if err != nil {
		a.refuse(e.name, reason(err))
		return
	}
	a.place(e, beginning)
}

// isAsset reports whether a file is named as those that belong to messages of ChatGPT. Reading
// them for JSON would take the user's own files for conversations.
func isAsset(base string) bool {
	return strings.HasPrefix(base, "file-") || strings.HasPrefix(base, "file_")
}
