// Package jsonfile keeps one JSON document in one file that people may read and mend by hand. It is
// written whole or not at all, with mode 0600; fields that this version does not know are kept when
// it is written again; a damaged file is set aside under a name of its own, never overwritten.
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

// MaxBytes is the largest document that is read. A larger one is not ours and counts as damaged.
const MaxBytes = 16 << 20

// File is one document on disk. It is safe from any goroutine; writes follow each other.
type File struct {
	path string
	now  func() time.Time

	mu sync.Mutex
	// last is the document as it was last read or written, for the fields this version does not
	// know.
	last any
	// broken is the error of reading the document. Then it is not written either, so that nothing
	// is lost.
	broken error
}

// New names the document name in the folder dir. Nothing is read or made yet. now stamps the name
// of a damaged file that is set aside; nil means time.Now.
func New(dir, name string, now func() time.Time) *File {
	if now == nil {
		now = time.Now
	}
	return &File{path: filepath.Join(dir, name), now: now}
}

// Path is the path of the document.
func (f *File) Path() string { return f.path }

// Load reads the document into v, a pointer to a struct that already holds the defaults.
//
// A file that is not there leaves v as it is. One that is not a JSON object, or in which a field
// has a wrong type, is set aside: the error is then a *Damaged, v holds what could be read, and the
// next Save starts a new file. With any other error the disk did not let the file be read or set
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

// load returns what is wrong with the document as damage, and what is wrong with the disk as err.
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
	dec.UseNumber() // a number that passes through must not lose digits
	if err := dec.Decode(&doc); err != nil {
		return err, nil
	}
	if doc == nil {
		return errors.New("not a JSON object"), nil
	}
	if dec.More() {
		return errors.New("something follows the document"), nil
	}
	f.last = doc
	// A wrong type in one field leaves the others read; the file is still set aside, because saving
	// would write over what the user may want to mend.
	return json.Unmarshal(data, v), nil
}

// DamagedFile says that a document could not be understood and where it is now.
type DamagedFile struct {
	// MovedTo is its new path.
	MovedTo string
	Err     error
}

// Error names the cause and the place, for the log.
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

// moveDamaged moves the file to <name>.damaged-<time>, and to -2, -3 … when that is taken.
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
		return to, os.Rename(f.path, to)
	}
}

// Save writes v, a pointer to a struct, in the place of the document. It makes the folder when it
// is missing. When it fails the old document is still there, whole.
func (f *File) Save(v any) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.broken != nil {
		return fmt.Errorf("not written: %w", f.broken)
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

// replace puts data in the place of the file at path in one step that a crash cannot cut in half.
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
	if err = os.Rename(temp.Name(), path); err != nil {
		return err
	}
	wholefile.SyncFolder(dir) // without this a power cut may bring the old name back
	return nil
}
