package export

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"parley/app/internal/wholefile"
)

// longestName is how many characters of a title become the name of a file.
const longestName = 80

// reserved are names that Windows gives to devices, whatever follows a dot.
var reserved = map[string]bool{
	"con": true, "prn": true, "aux": true, "nul": true,
	"com1": true, "com2": true, "com3": true, "com4": true, "com5": true, "com6": true, "com7": true, "com8": true, "com9": true,
	"lpt1": true, "lpt2": true, "lpt3": true, "lpt4": true, "lpt5": true, "lpt6": true, "lpt7": true, "lpt8": true, "lpt9": true,
}

// FileName makes of a title what every system takes for the name of a file, with the ending of a format.
func FileName(title string, f Format) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.IsSpace(r), strings.ContainsRune(`/\:*?"<>|`, r), r == unicode.ReplacementChar:
			return ' '
		case unicode.Is(unicode.Bidi_Control, r), unicode.Is(unicode.Zs, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(title, " "))
	name = strings.Join(strings.Fields(name), " ")
	if r := []rune(name); len(r) > longestName {
		name = string(r[:longestName])
	}
	name = strings.Trim(name, ". ")
	// A system takes 255 bytes.
	for len(name) > 200 {
		r := []rune(name)
		name = strings.Trim(string(r[:len(r)-1]), ". ")
	}
	stem, _, _ := strings.Cut(name, ".")
	switch {
	case name == "":
		name = "transcript"
	case reserved[strings.ToLower(strings.TrimSpace(stem))]:
		name = "_" + name
	}
	return name + f.Ext()
}

// Save writes a document into a file, which replaces what stands there once it is whole. The person has chosen the place.
func Save(path string, f Format, d Document, o Options) error {
	temp, err := written(filepath.Dir(path), f, d, o)
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	_ = os.Chmod(temp, mode) // where modes cannot be set there is nothing to do
	if err := os.Rename(temp, path); err != nil {
		_ = os.Remove(temp)
		return fmt.Errorf("export: %w", err)
	}
	return nil
}

// Saved is what SaveAll did with one document in one format.
type Saved struct {
	// Document is its number in the list, from 0.
	Document int
	Format   Format
	// Path is the file; "" when there is none, and Err says why. ErrNoTimes: there can be none.
	Path string
	Err  error
}

// SaveAll writes each document in each format into a folder, under names made of the titles. Nothing that stands there is replaced: a name that is taken gets a number. document is
// asked for one after the other. It ends early when ctx does; what was saved stays, and is told.
func SaveAll(ctx context.Context, folder string, count int, document func(int) (Document, error), formats []Format, o Options) []Saved {
	var all []Saved
	for i := range count {
		if ctx.Err() != nil {
			break
		}
		d, err := document(i)
		for _, f := range formats {
			s := Saved{Document: i, Format: f, Err: err}
			if err == nil {
				s.Path, s.Err = saveNew(folder, f, d, o)
			}
			all = append(all, s)
		}
	}
	return all
}

// saveNew writes a document under a free name.
func saveNew(folder string, f Format, d Document, o Options) (string, error) {
	temp, err := written(folder, f, d, o)
	if err != nil {
		return "", err
	}
	path, err := wholefile.MoveToFree(temp, filepath.Join(folder, FileName(d.Title, f)))
	if err != nil {
		_ = os.Remove(temp)
		return "", fmt.Errorf("export: %w", err)
	}
	return path, nil
}

// written is a document in a file of its own in a folder, on the disk.
func written(folder string, f Format, d Document, o Options) (temp string, err error) {
	file, err := os.CreateTemp(folder, ".parley-*")
	if err != nil {
		return "", fmt.Errorf("export: %w", err)
	}
	b := bufio.NewWriter(file)
	err = Write(b, f, d, o)
	if err == nil {
		err = errors.Join(b.Flush(), file.Sync())
	}
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(file.Name())
		return "", fmt.Errorf("export: %w", err)
	}
	return file.Name(), nil
}
