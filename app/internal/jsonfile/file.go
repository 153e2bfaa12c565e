// Package jsonfile stores a JSON document in a file that users may read and edit. It is written
// atomically, with mode 0600; unknown fields are preserved when it is written again; a damaged file
// is moved aside, never overwritten.
package jsonfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"parlando/app/internal/wholefile"
)

// MaxBytes is the maximum size of a document. A larger file counts as damaged.
const MaxBytes = 16 << 20

// File is one document on disk. It is safe for concurrent use; writes are serialized.
type File struct {
	path string
	now  func() time.Time

	mu sync.Mutex
	// last is the document as last read or written. Save takes unknown fields from it.
	last any
	// guard, if set, may refuse a write.
	guard func() error
	// broken is the error of reading the document. While it is set nothing is written, so that the
	// unread content is not lost.
	broken error
}

// New returns the document name in the folder dir without touching the disk. now provides the
// timestamp in the name of a damaged file that is moved aside; nil means time.Now.
func New(dir, name string, now func() time.Time) *File {
	if now == nil {
		now = time.Now
	}
	return &File{path: filepath.Join(dir, name), now: now}
}

// Guard sets a function that is called before each write; if it returns an error, the write fails
// with that error. Call Guard before the first write.
func (f *File) Guard(inPlace func() error) *File {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.guard = inPlace
	return f
}

// in returns a File with the same name and unknown fields in another folder.
func (f *File) in(dir string) *File {
	f.mu.Lock()
	defer f.mu.Unlock()
	return &File{path: filepath.Join(dir, filepath.Base(f.path)), now: f.now, last: f.last}
}

// Path returns the path of the document.
func (f *File) Path() string { return f.path }

// Load reads the document into v, a pointer to a struct that already holds the defaults.
//
// A missing file leaves v unchanged. A file that is not a JSON object, or that has a field of the
// wrong type, is moved aside: the error is a *DamagedFile, v holds everything readable, and the
// next Save creates a new file. Any other error means that the file could not be read or moved
// aside; Save then fails, too.
func (f *File) Load(v any) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	cause, err := f.load(v)
	if f.broken = err; err != nil {
		return err
	}
	if cause == nil {
		return nil
	}
	movedTo, err := f.moveDamaged()
	if err != nil {
		f.broken = fmt.Errorf("set the damaged %s aside: %w", f.path, err)
		return f.broken
	}
	return &DamagedFile{MovedTo: movedTo, Err: cause}
}

// load returns an error in the document's content as damage, and a disk error as err.
func (f *File) load(v any) (damage, err error) {
	f.last = nil
	data, err := read(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, errTooLarge):
		return err, nil
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", f.path, err)
	}
	var doc map[string]any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber() // numbers in unknown fields must not lose digits
	if err := dec.Decode(&doc); err != nil {
		return err, nil
	}
	if doc == nil {
		return errors.New("not a JSON object"), nil
	}
	if dec.More() {
		return errors.New("data after the document"), nil
	}
	f.last = doc
	// After a wrong type in one field the others are still read. The file is set aside anyway,
	// because saving would overwrite a field that the user may want to correct.
	return json.Unmarshal(data, v), nil
}

// DamagedFile reports that a document could not be parsed and was moved aside.
type DamagedFile struct {
	// MovedTo is its new path.
	MovedTo string
	Err     error
}

// Error returns the cause and the new path, for the log.
func (d *DamagedFile) Error() string {
	return fmt.Sprintf("damaged (%v), set aside as %s", d.Err, d.MovedTo)
}

// Unwrap returns the cause.
func (d *DamagedFile) Unwrap() error { return d.Err }

var errTooLarge = errors.New("too large")

func read(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MaxBytes+1))
	if err == nil && len(data) > MaxBytes {
		err = errTooLarge
	}
	return data, err
}

// moveDamaged moves the file to <name>.damaged-<time>, followed by -2, -3 … if that exists.
func (f *File) moveDamaged() (string, error) {
	base := f.path + ".damaged-" + f.now().UTC().Format("20060102-150405")
	for i := 1; ; i++ {
		to := base
		if i > 1 {
			to = fmt.Sprintf("%s-%d", base, i)
		}
		if _, err := os.Lstat(to); err == nil {
			continue
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		return to, wholefile.Rename(f.path, to)
	}
}

// Save replaces the document by v, a pointer to a struct, and creates the folder if needed. On
// error the old document is intact.
func (f *File) Save(v any) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.broken != nil {
		return fmt.Errorf("the file cannot be written: %w", f.broken)
	}
	if f.guard != nil {
		if err := f.guard(); err != nil {
			return fmt.Errorf("write %s: %w", f.path, err)
		}
	}
	merged, err := keepUnknown(f.last, v)
	if err != nil {
		return fmt.Errorf("write %s: %w", f.path, err)
	}
	data, err := json.MarshalIndent(merged, "", "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", f.path, err)
	}
	if err := replace(f.path, append(data, '\n')); err != nil {
		return fmt.Errorf("write %s: %w", f.path, err)
	}
	f.last = merged
	return nil
}

// replace replaces the file at path by data atomically.
func replace(path string, data []byte) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, "."+filepath.Base(path)+"-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			temp.Close()
			os.Remove(temp.Name())
		}
	}()
	if _, err = temp.Write(data); err != nil {
		return err
	}
	if err = temp.Sync(); err != nil {
		return err
	}
	if err = temp.Close(); err != nil {
		return err
	}
	if err = wholefile.Rename(temp.Name(), path); err != nil {
		return err
	}
	wholefile.SyncFolder(dir) // without this a power failure may restore the old file
	return nil
}
