package recovery

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parlando/app/history"
	"parlando/app/internal/wholefile"
	"parlando/app/recordings"
	"parlando/app/settings"
)

// files lists the files beside the database of a library.
type files struct {
	from string
	list []string // paths relative to from
	size int64    // bytes
	// unlisted are the folders and files that could not be looked at.
	unlisted int
}

// listFiles finds everything in a library's folder but its database, its lock, sockets and
// temporary files.
func listFiles(from string) (*files, error) {
	f := &files{from: from}
	return f, f.walk(from, "")
}

// LibraryFiles lists the files that belong to the library in a folder, except its database, as
// paths relative to the folder. unlisted is the number of files and folders that could not be
// looked at.
func LibraryFiles(dir string) (list []string, unlisted int, err error) {
	f, err := listFiles(dir)
	return f.list, f.unlisted, err
}

// walk adds the files below dir; below is the path of dir within the library.
func (f *files) walk(dir, below string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		relative, relErr := filepath.Rel(dir, path)
		relative = filepath.Join(below, relative)
		switch {
		case relErr != nil:
			return relErr
		case err != nil && relative == ".":
			return err
		case err != nil:
			f.unlisted++
			return nil
		case path == dir:
			return nil
		case !IsLibraryFile(relative):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := os.Stat(path)
		switch {
		case err != nil:
			f.unlisted++
		case info.Mode().IsRegular():
			f.list = append(f.list, relative)
			f.size += info.Size()
		case info.IsDir() && !d.IsDir() && below == "":
			// The user has moved this folder to another disk. Links within such a folder are not
			// followed, since they may form a cycle.
			return f.walk(path+string(filepath.Separator), relative)
		}
		return nil
	})
}

// BringAlong links or copies the files of the library's folder from, except its database, into the
// folder to. It skips unreadable files, and does nothing if the folder is unreadable.
func BringAlong(ctx context.Context, from, to string, log *slog.Logger) error {
	f, err := listFiles(from)
	if err != nil {
		log.Warn("The library's folder could not be read", "error", err)
		return nil
	}
	_, err = f.bring(ctx, to, newMeter(nil, f.size), log)
	return err
}

// staysBehind are prefixes of names of files that do not belong in another library. On Windows and
// macOS the settings and logs are in the library's folder by default.
var staysBehind = []string{"lock", history.FileName, settings.FileName, "parlando.log", "crash.log"}

// IsLibraryFile reports whether a file or folder, by its path in the folder of a library, belongs
// to the library. The database, the settings, logs and unfinished files do not.
func IsLibraryFile(relative string) bool {
	name := filepath.Base(relative)
	if strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".part") {
		return false // an unfinished file
	}
	return relative != name || !slices.ContainsFunc(staysBehind, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// bring links or copies all files into the folder to, and returns how many could not be read.
func (f *files) bring(ctx context.Context, to string, progress *meter, log *slog.Logger) (missing int, err error) {
	missing = f.unlisted
	var done int64
	for _, relative := range f.list {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		from, target := filepath.Join(f.from, relative), filepath.Join(to, relative)
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			return 0, err
		}
		var size int64
		if info, err := os.Stat(from); err == nil {
			size = info.Size()
		}
		if !writtenInPlace(from) && os.Link(from, target) == nil {
			done += size
			progress.set(done)
			continue
		}
		err := copyFile(ctx, from, target, func(n int64) { progress.set(done + n) })
		if wholefile.IsReadError(err) && ctx.Err() == nil {
			log.Warn("A file of the damaged library could not be read", "file", relative, "error", err)
			missing++
			err = os.Remove(target)
			if errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
		}
		if err != nil {
			return 0, err
		}
		done += size
	}
	progress.end(f.size)
	return missing, nil
}

// writtenInPlace reports whether a file may later be modified in place, so that a hard link would
// change the old library, too: the next start repairs the sound of an unfinished recording.
func writtenInPlace(path string) bool {
	if filepath.Base(path) != recordings.SoundFile {
		return false
	}
	state, err := os.ReadFile(filepath.Join(filepath.Dir(path), recordings.StateFile))
	return err != nil || bytes.Contains(state, []byte(`"recording"`)) || !bytes.Contains(state, []byte(`"state"`))
}

// countingReader reports the bytes read.
type countingReader struct {
	io.Reader
	read int64
	tell func(int64)
}

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.read += int64(n)
	r.tell(r.read)
	return n, err
}

// copyFile copies a file with its time. The error is a wholefile.ReadError
// if from could not be read.
func copyFile(ctx context.Context, from, to string, tell func(int64)) error {
	in, err := os.Open(from)
	if err != nil {
		return &wholefile.ReadError{Err: err}
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return &wholefile.ReadError{Err: err}
	}
	if err := wholefile.Copy(ctx, wholefile.MarkReads(&countingReader{Reader: in, tell: tell}), to, 0o600); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}
