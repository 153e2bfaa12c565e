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
	"parlando/app/internal/wholefile"
	"parlando/app/problem"
	"parlando/media/split"
)

// folder stores the plan and the responses of a job.
type folder struct{ dir string }

const (
	planFile = "plan.json"
	// convertedFile is the converted sound, innerFile a part that is being split.
	convertedFile = "converted.mp3"
	innerFile     = "inner"
	levelsFile    = "levels" // sound levels measured by split.Listen
)

// plan is the division of a file into parts.
type plan struct {
	// Source is the fingerprint of the file. Converted reports that the parts are of the converted
	// file.
	Source    string `json:"source"`
	Converted bool   `json:"converted,omitempty"`
	// Whole reports that the unchanged file is the only part.
	Whole bool `json:"whole,omitempty"`
	// limits are the limits by which the whole file was split.
	limits
	Length time.Duration `json:"length"` // 0 if unknown
	Parts  []sentPart    `json:"parts"`
	// Halved are the parts whose responses were thin (thin.go).
	Halved []halvedPart `json:"halved,omitempty"`
}

// limits bound the size and length of a part (split.Limits).
type limits struct {
	Bytes    int64         `json:"limit"`
	Duration time.Duration `json:"longest,omitempty"`  // 0 means none
	Shortest time.Duration `json:"shortest,omitempty"` // 0 means that parts need not end at pauses
	// LongAfter is the number of parts after which parts are split.LongFactor times as long,
	// because the service asked to slow down; 0 means that it has not.
	LongAfter int `json:"long_after,omitempty"`
}

// split returns the limits for package split.
func (l limits) split() split.Limits {
	return split.Limits{Bytes: l.Bytes, Duration: l.Duration, Shortest: l.Shortest, LongAfter: l.LongAfter}
}

// exceededBy reports whether a part must be split. It allows slack for formats whose parts do not
// add up to the millisecond.
func (l limits) exceededBy(p sentPart) bool {
	return p.Bytes > l.Bytes || l.Duration > 0 && p.length() > l.Duration+time.Second/2
}

// sentPart is one part to send.
type sentPart struct {
	Start time.Duration `json:"start"` // in the whole file
	End   time.Duration `json:"end"`   // 0 if unknown
	Bytes int64         `json:"bytes"`
	// From and To bound the sound that belongs to this part and to no other, as times in the whole
	// file; To is 0 if unknown. Disjoint means that the part shares no word with the previous part.
	From     time.Duration `json:"from,omitempty"`
	To       time.Duration `json:"to,omitempty"`
	Disjoint bool          `json:"disjoint,omitempty"`
	// Cuts are the splits that lead to this part: each splits the part chosen by the one before.
	Cuts []cutStep `json:"cuts"`
}

// length returns the length of the part, 0 if unknown.
func (p sentPart) length() time.Duration { return max(0, p.End-p.Start) }

// cutStep is one split: its limits, and the index of the resulting part.
type cutStep struct {
	limits
	Index int `json:"index"`
}

// name returns the name of the file that stores the part's transcript.
func (p sentPart) name() string {
	var b strings.Builder
	b.WriteString("part")
	for _, s := range p.Cuts {
		fmt.Fprintf(&b, "-%04d", s.Index+1)
	}
	return b.String() + ".json"
}

// partTranscript is the transcript of one part, with times relative to the part.
type partTranscript struct {
	Segments []segment `json:"segments"`
	// Timed reports that all segments have times.
	Timed    bool          `json:"timed"`
	Language string        `json:"language,omitempty"`
	Duration time.Duration `json:"duration,omitempty"` // as reported by the service
	// Format is the format of the response, Raw the response itself; Raw is nil if an earlier
	// version of Parlando stored the transcript.
	Format string  `json:"format"`
	Raw    *string `json:"raw,omitempty"`
}

// segment is a text with its time, relative to its part, or after joinParts to the recording. Both
// times are 0 if unknown.
type segment struct {
	Start time.Duration `json:"start,omitempty"`
	End   time.Duration `json:"end,omitempty"`
	Text  string        `json:"text"`
	// Speaker is the service's label of the speaker, "" if unknown. A label is valid only within
	// its part; joinParts replaces it by a label of the whole recording.
	Speaker string `json:"speaker,omitempty"`
	// Words are the times of the words of Text in order. Without them, the times of words are
	// estimated. joinParts clears them.
	Words []wordTime `json:"words,omitempty"`
	// within is the time span of the part, for segments without times (heardPart.own).
	within *span
}

func (f folder) path(name string) string { return filepath.Join(f.dir, name) }

// make creates the job's folder and its parent folders within the library, but not the library
// itself.
func (f folder) make() error {
	transcript := filepath.Dir(f.dir)
	for _, dir := range []string{filepath.Dir(transcript), transcript, f.dir} {
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// savePlan stores the plan of a job.
func (w *jobRun) savePlan() error {
	if err := w.s.o.InPlace(); err != nil {
		return err
	}
	return w.folder.save(planFile, &w.plan)
}

// temporary creates a file that is needed only while the job runs.
func (f folder) temporary() (*os.File, error) {
	if err := f.make(); err != nil {
		return nil, err
	}
	return os.CreateTemp(f.dir, innerFile+"-*")
}

// load reads a file of the folder; it returns false if the file is missing or incomplete.
// Incomplete files are moved aside by jsonfile. An error comes from the disk and may be temporary.
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

// errUnread reports that the stored data of a job cannot be read. The user's own file is not to
// blame.
var errUnread = problem.New(problem.Storage, "the stored data of the transcript cannot be read")

// unread returns the error for a file that load could not read. If the file was incomplete, the
// next run requests its part again.
func unread(name string, err error) error {
	if err == nil {
		return fmt.Errorf("%w: %s is incomplete", errUnread, name)
	}
	return fmt.Errorf("%w: %w", errUnread, err)
}

// save writes a file of the folder atomically and syncs it.
func (f folder) save(name string, v any) error {
	if err := f.make(); err != nil {
		return fmt.Errorf("store the data of the transcript: %w", err)
	}
	if err := jsonfile.New(f.dir, name, nil).Save(v); err != nil {
		return fmt.Errorf("store the data of the transcript: %w", err)
	}
	return nil
}

// saveBytes atomically writes a file that is needed only while the job runs.
func (f folder) saveBytes(name string, data []byte) error {
	file, err := f.temporary()
	if err != nil {
		return fmt.Errorf("store a work file: %w", err)
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = wholefile.Rename(file.Name(), f.path(name))
	}
	if err != nil {
		return fmt.Errorf("store a work file: %w", errors.Join(err, os.Remove(file.Name())))
	}
	return nil
}

// has reports whether a part is done. If the disk cannot tell at the moment, the part counts as
// done so that it is not requested again.
func (f folder) has(p sentPart) bool {
	_, err := os.Stat(f.path(p.name()))
	return !errors.Is(err, fs.ErrNotExist)
}

// empty deletes the files of an earlier plan, which may belong to another audio file. A converted
// file that is still valid stays.
func (f folder) empty(converted bool) error {
	return f.remove(func(name string) bool {
		return name == planFile || strings.HasPrefix(name, "part-") ||
			!converted && (name == convertedFile || strings.HasPrefix(name, levelsFile) || strings.HasPrefix(name, innerFile))
	})
}

// remove deletes the files for whose names chosen returns true.
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
