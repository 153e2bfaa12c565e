package speechexports

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"parlando/app/internal/wholefile"
)

const (
	stateFile = "narration.json"
	partsFile = "parts.jsonl"
	soundStem = "sound"
	// unfinished is the prefix of files that are still being written.
	unfinished = ".new-"
)

// file is a file being written.
type file interface {
	io.WriteSeeker
	Sync() error
	Close() error
}

// folder is the folder of one speech export.
type folder struct {
	dir    string
	create func(path string) (file, error)
}

// createFile creates a file that only the user may read.
func createFile(path string) (file, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
}

// write creates a file of the folder atomically: write fills it, then name chooses its name.
func (f folder) write(write func(w file) error, name func() (string, error)) (err error) {
	temp := filepath.Join(f.dir, unfinished+"file")
	w, err := f.create(temp)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = w.Close()
			_ = os.Remove(temp)
		}
	}()
	if err := write(w); err != nil {
		return err
	}
	if err := w.Sync(); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	as, err := name()
	if err != nil {
		return err
	}
	if err := wholefile.Rename(temp, filepath.Join(f.dir, as)); err != nil {
		return err
	}
	wholefile.SyncFolder(f.dir)
	return nil
}

func (f folder) writeParts(parts []speechPart) error {
	return f.write(func(w file) error {
		b := bufio.NewWriter(w)
		e := json.NewEncoder(b)
		for _, p := range parts {
			if err := e.Encode(p); err != nil {
				return err
			}
		}
		return b.Flush()
	}, func() (string, error) { return partsFile, nil })
}

// each calls do for every part in order.
func (f folder) each(do func(i int, p speechPart) error) error {
	r, err := os.Open(filepath.Join(f.dir, partsFile))
	if err != nil {
		return err
	}
	defer r.Close()
	d := json.NewDecoder(bufio.NewReader(r))
	for i := 0; ; i++ {
		var p speechPart
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("the list of parts is damaged: %w", err)
		}
		if err := do(i, p); err != nil {
			return err
		}
	}
}

// keptSound is the sound of a part on disk.
type keptSound struct {
	path   string
	format string
}

// partName returns the file name of a part in a format.
func partName(i int, format string) string { return fmt.Sprintf("%05d.%s", i+1, format) }

// kept lists the existing parts by their index.
func (f folder) kept() (map[int]keptSound, error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, err
	}
	all := map[int]keptSound{}
	for _, e := range entries {
		stem, format, _ := strings.Cut(e.Name(), ".")
		n, err := strconv.Atoi(stem)
		if err == nil && n > 0 && partName(n-1, format) == e.Name() {
			all[n-1] = keptSound{filepath.Join(f.dir, e.Name()), format}
		}
	}
	return all, nil
}

// tidy deletes the parts after the complete sound is stored.
func (f folder) tidy() error {
	all, err := f.kept()
	errs := []error{err}
	for _, k := range all {
		errs = append(errs, os.Remove(k.path))
	}
	if err := os.Remove(filepath.Join(f.dir, partsFile)); !errors.Is(err, os.ErrNotExist) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func (f folder) sound(format string) string { return filepath.Join(f.dir, soundStem+"."+format) }
