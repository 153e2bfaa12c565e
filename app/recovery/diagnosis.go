package recovery

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"parlando/app/history"
	"parlando/app/internal/sqlite"
	"parlando/app/recordings"
	"parlando/app/recovery/dbfile"
	"parlando/app/transcripts"
)

// Kind is the reason why a library cannot be opened.
type Kind string

// The kinds.
const (
	Damaged       Kind = "damaged"        // the file has content, but is not a usable database
	Missing       Kind = "missing"        // the folder exists, but the file does not
	Empty         Kind = "empty"          // the file has no bytes
	NotAFile      Kind = "not a file"     // a folder or something else has its name
	FolderMissing Kind = "folder missing" // the folder of the library is not there
	Unreadable    Kind = "unreadable"     // the disk failed, or there is no permission to read
)

// Diagnosis describes a library that cannot be opened.
type Diagnosis struct {
	Path string // of library.db
	Kind Kind
	Size int64 // in bytes, without the log
	// Beside reports that the file is missing or empty, but its log, recordings or stored responses
	// of transcripts exist.
	Beside  bool
	Changed time.Time
	// Pages and UnreadablePages are 0 where that is unknown.
	Pages, UnreadablePages int
	// Opens reports that the library can be used nevertheless, without the damaged parts.
	Opens bool
}

// Recoverable reports whether Recover may be able to read anything.
func (f Diagnosis) Recoverable() bool {
	return f.Kind == Damaged || f.Kind == Unreadable || f.Beside
}

// Examine finds out why the library in the folder dir could not be opened. A file that can be read
// at all counts as Damaged; Examine then reads all of it to count its pages. It changes nothing.
// The error is that of ctx.
func Examine(ctx context.Context, dir string) (Diagnosis, error) {
	f := Diagnosis{Path: filepath.Join(dir, history.FileName)}
	info, err := os.Stat(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.Kind = absent(dir)
	case err != nil:
		f.Kind = Unreadable
	case !info.Mode().IsRegular():
		f.Kind = NotAFile
	default:
		f.Size, f.Changed = info.Size(), info.ModTime()
		f.Kind = content(f.Path, info.Size())
	}
	switch f.Kind {
	case Damaged:
		f.countPages(ctx)
	case Missing, Empty:
		f.Beside = isBeside(dir)
	case NotAFile, FolderMissing, Unreadable:
	}
	return f, ctx.Err()
}

// isBeside reports whether dir contains anything to recover besides the file of a library.
func isBeside(dir string) bool {
	if info, err := os.Stat(filepath.Join(dir, history.FileName) + sqlite.LogSuffix); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
		return true
	}
	return countRecordings(filepath.Join(dir, recordings.FolderName)) > 0 || transcripts.HasResponses(dir)
}

// countPages sets the numbers of all pages and of the unreadable ones.
func (f *Diagnosis) countPages(ctx context.Context) {
	file, err := dbfile.Open(f.Path)
	if err != nil {
		return
	}
	defer file.Close() // opened for reading: closing cannot lose anything
	damage, err := file.Read(ctx, nil, nil, func(dbfile.TableRow) error { return nil })
	if err == nil {
		f.Pages, f.UnreadablePages = damage.Pages, damage.Unreadable
	}
}

// absent returns the kind of a library whose file does not exist in dir.
func absent(dir string) Kind {
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist), err == nil && !info.IsDir():
		return FolderMissing
	case err != nil:
		return Unreadable
	}
	return Missing
}

// content returns the kind of a regular file, of which it reads the beginning and the end.
func content(path string, size int64) Kind {
	if size == 0 {
		return Empty
	}
	f, err := os.Open(path)
	if err != nil {
		return Unreadable
	}
	defer f.Close()
	for _, at := range []int64{0, size - 1} {
		if _, err := f.ReadAt(make([]byte, 1), at); err != nil && !errors.Is(err, io.EOF) {
			return Unreadable
		}
	}
	return Damaged
}
