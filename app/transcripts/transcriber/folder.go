package transcriber

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parlando/app/internal/jsonfile"
	"parlando/app/problem"
)

// folder keeps what a job has got.
type folder struct{ dir string }

const (
	planFile = "plan.json"
	// convertedFile is the sound made into what the service takes, innerFile a part that is being
	// divided.
	convertedFile = "converted.mp3"
	innerFile     = "inner"
)

// plan is the division of a file into parts.
type plan struct {
	// Source is the fingerprint of the file. Converted: the parts are of what it was made into.
	Source    string `json:"source"`
	Converted bool   `json:"converted,omitempty"`
	// Whole: it is one part, as it is.
	Whole bool `json:"whole,omitempty"`
	// limits are those that the whole was cut by.
	limits
	Length time.Duration `json:"length"` // 0 is not known
	Parts  []sentPart    `json:"parts"`
	// Halved are the parts whose answers were thin (thin.go).
	Halved []halvedPart `json:"halved,omitempty"`
}

// limits bound a part that is sent.
type limits struct {
	Bytes    int64         `json:"limit"`
	Duration time.Duration `json:"longest,omitempty"` // 0 is none
}

// exceededBy reports whether a part is to be cut. The slack is for formats whose parts do not add
// up to the millisecond.
func (l limits) exceededBy(p sentPart) bool {
	return p.Bytes > l.Bytes || l.Duration > 0 && p.length() > l.Duration+time.Second/2
}

// sentPart is one part that is sent.
type sentPart struct {
	Start time.Duration `json:"start"` // in the whole
	End   time.Duration `json:"end"`   // 0 is not known
	Bytes int64         `json:"bytes"`
	// Cuts lead to it: the part of the whole, the part of that, and so on.
	Cuts []cutStep `json:"cuts"`
}

// length is its length, 0 if that is not known.
func (p sentPart) length() time.Duration { return max(0, p.End-p.Start) }

// cutStep is a part of what was cut by limits.
type cutStep struct {
	limits
	Index int `json:"index"`
}

// name is the file of what was heard in it.
func (p sentPart) name() string {
	var b strings.Builder
	b.WriteString("part")
	for _, s := range p.Cuts {
		fmt.Fprintf(&b, "-%04d", s.Index+1)
	}
	return b.String() + ".json"
}

// partTranscript is the transcript of one part, with times of the part.
type partTranscript struct {
	Segments []segment `json:"segments"`
	// Timed: all of them have times.
	Timed    bool          `json:"timed"`
	Language string        `json:"language,omitempty"`
	Duration time.Duration `json:"duration,omitempty"` // as the service tells it
	// Format is that of the answer, Raw the answer itself; nil was written by a Parlando that did
	// not keep it.
	Format string  `json:"format"`
	Raw    *string `json:"raw,omitempty"`
}

// segment is a piece of text and when it is said: by the clock of its part, and after joinParts by
// that of the recording. Both times are 0 where they are not known.
type segment struct {
	Start time.Duration `json:"start,omitempty"`
	End   time.Duration `json:"end,omitempty"`
	Text  string        `json:"text"`
	// Words are the times of the words of Text, in their order, if the service gave them; else they
	// are guessed. joinParts leaves none.
	Words []wordTime `json:"words,omitempty"`
}

func (f folder) path(name string) string { return filepath.Join(f.dir, name) }

// temporary makes a file for what is only needed while the job is worked on.
func (f folder) temporary() (*os.File, error) {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return nil, err
	}
	return os.CreateTemp(f.dir, innerFile+"-*")
}

// load reads a file of the folder; false if it is not there or not whole. What is not whole is set
// aside by jsonfile. An error is the disk's, and may pass.
func (f folder) load(name string, v any) (bool, error) {
	file := jsonfile.New(f.dir, name, nil)
	if _, err := os.Stat(file.Path()); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	err := file.Load(v)
	if damaged := (*jsonfile.DamagedFile)(nil); errors.As(err, &damaged) {
		return false, nil
	}
	return err == nil, err
}

// errUnread: what is kept of a job cannot be read. The user's own file is not to blame.
var errUnread = problem.New(problem.Storage, "what was kept of the transcript cannot be read")

// unread is the error for what load has not read. What was not whole is asked for again the next
// time.
func unread(name string, err error) error {
	if err == nil {
		return fmt.Errorf("%w: %s is not whole", errUnread, name)
	}
	return fmt.Errorf("%w: %w", errUnread, err)
}

// save writes a file of the folder, whole or not at all; it is on disk when it returns.
func (f folder) save(name string, v any) error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return fmt.Errorf("keep what was written down: %w", err)
	}
	if err := jsonfile.New(f.dir, name, nil).Save(v); err != nil {
		return fmt.Errorf("keep what was written down: %w", err)
	}
	return nil
}

// has reports whether a part is done. One that the disk does not tell of for a moment is not asked
// for again.
func (f folder) has(p sentPart) bool {
	_, err := os.Stat(f.path(p.name()))
	return !errors.Is(err, fs.ErrNotExist)
}

// empty removes what is kept of another file or another way to cut it.
func (f folder) empty() error {
	return f.remove(func(name string) bool {
		return name == planFile || name == convertedFile || strings.HasPrefix(name, innerFile) || strings.HasPrefix(name, "part-")
	})
}

// remove removes the files of the folder whose names are chosen.
func (f folder) remove(chosen func(name string) bool) error {
	entries, err := os.ReadDir(f.dir)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if chosen(e.Name()) {
			if err := os.Remove(f.path(e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
