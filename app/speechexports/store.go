package speechexports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/jsonfile"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speech/speechtext"
	"parlando/media/audio"
)

// The reasons for which Start refuses a Job.
var (
	ErrNothing = errors.New("the text has nothing that can be spoken")
	ErrFormat  = problem.New(problem.BadRequest, "the sound cannot be made in this format")
	ErrPath    = errors.New("the path of the file must be absolute")
	// ErrTooLong applies to WAV only, which is limited to 4 GB, about a day; FLAC has no such
	// limit.
	ErrTooLong = problem.New(problem.TooLarge, "the sound is too long for a WAV")
)

// ErrUnknown reports that there is no such speech export in a state that allows the operation.
var ErrUnknown = errors.New("no such speech export")

// FolderName is the folder of all speech exports in the library; each has a subfolder in it.
const FolderName = "narrations"

// Store makes and keeps the speech exports. Its methods are safe for concurrent use; changes are
// marked as changes.SpeechExports. Create it with Open and end it with Close.
type Store struct {
	o       Options
	dir     string
	create  func(path string) (file, error)
	running owner.Goroutines

	mu      sync.Mutex
	all     map[chat.ID]*speechExport
	queue   []chat.ID // oldest first
	working bool      // the worker is running
	current chat.ID   // "" if none
	cancel  context.CancelCauseFunc
	closed  bool
}

// speechExport is a SpeechExport with its progress, guarded by Store.mu.
type speechExport struct {
	SpeechExport
	folder folder
	file   *jsonfile.File
	// writes SpeechExport, so that no caller waits for the disk with n.mu held
	keeper *jsonfile.BackgroundWriter
	// The number of parts on disk, and the number of characters in them.
	parts, spoken int
	// Totals of the parts fetched since the start: characters, bytes, and the time taken.
	asked int
	came  int64
	took  time.Duration
	// The part being fetched: its characters and the bytes received so far.
	under   int
	arrived int64
	// joined is the number of parts concatenated so far.
	joined int
	// saving reports that only the copy to the chosen path is missing.
	saving bool
}

// Open reads the stored speech exports. Those being made when the program ended become Stopped,
// those that wait for the limit of their connection go on waiting, and those deleted longer than
// chat.DeletedRetention ago are removed. A speech export that cannot be read is left on disk, left
// out of the list and logged. After a disk error the returned Store is empty but usable.
func Open(o Options) (*Store, error) {
	o.SetDefaults()
	n := &Store{o: o, dir: filepath.Join(o.Dir, FolderName), create: createFile, all: map[chat.ID]*speechExport{}}
	entries, err := os.ReadDir(n.dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return n, fmt.Errorf("read the speech exports: %w", err)
	}
	var unread []error
	for _, e := range entries {
		if _, err := uuid.Parse(e.Name()); err != nil || !e.IsDir() {
			continue
		}
		if err := n.load(chat.ID(e.Name())); err != nil {
			unread = append(unread, fmt.Errorf("read the speech export %s: %w", e.Name(), err))
		}
	}
	n.waitAgain()
	return n, errors.Join(unread...)
}

// waitAgain queues the speech exports that wait for the limit of their connection, oldest first.
func (n *Store) waitAgain() {
	n.mu.Lock()
	defer n.mu.Unlock()
	waiting := slices.DeleteFunc(slices.Collect(maps.Values(n.all)), func(one *speechExport) bool { return one.State != Waiting })
	slices.SortFunc(waiting, func(a, b *speechExport) int { return a.Created.Compare(b.Created) })
	for _, one := range waiting {
		n.enqueue(one.ID)
	}
}

func (n *Store) load(id chat.ID) error {
	one := n.at(id)
	if err := one.file.Load(&one.SpeechExport); err != nil {
		return err
	}
	if one.ID != id {
		// Parlando was killed after it made the folder and before it wrote the state: nothing was
		// requested yet.
		entries, err := os.ReadDir(one.folder.dir)
		if err != nil || slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == stateFile || !ours(e.Name()) }) {
			return errors.Join(err, errors.New("the folder does not belong to a speech export"))
		}
		if !n.mayRemove(one.folder.dir) {
			return nil
		}
		return os.RemoveAll(one.folder.dir)
	}
	if !one.Deleted.IsZero() && one.Deleted.Before(n.o.Now().Add(-chat.DeletedRetention)) && n.mayRemove(one.folder.dir) {
		return os.RemoveAll(one.folder.dir)
	}
	_ = os.Remove(filepath.Join(one.folder.dir, unfinished+"file"))
	if one.State == StateMaking || one.State == Waiting && n.waitReason(one).Kind == "" {
		one.Problem = problem.Problem{Kind: problem.Interrupted, At: n.o.Now(), MayHaveArrived: one.State == StateMaking}
		one.State = Stopped
	}
	if one.State != Done {
		keep, err := one.folder.kept()
		if err != nil {
			return err
		}
		err = one.folder.each(func(i int, p speechPart) error {
			if _, ok := keep[i]; ok {
				one.parts++
				one.spoken += speechtext.CountCharacters(p.Text)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	n.all[id] = one
	return nil
}

func (n *Store) mayRemove(dir string) bool { return n.o.MayRemove == nil || n.o.MayRemove(dir) }

// ours reports whether a file belongs to a speech export whose state was not stored yet.
func ours(name string) bool { return name == partsFile || strings.HasPrefix(name, unfinished) }

func (n *Store) at(id chat.ID) *speechExport {
	dir := filepath.Join(n.dir, string(id))
	one := &speechExport{folder: folder{dir, n.create}, file: jsonfile.New(dir, stateFile, n.o.Now).Guard(n.o.InPlace)}
	one.keeper = jsonfile.NewBackgroundWriter(one.file, func() any {
		n.mu.Lock()
		defer n.mu.Unlock()
		r := one.SpeechExport
		return &r
	}, func(err error) {
		// A failure is harmless: the parts on disk show the progress.
		n.o.Log.Warn("The state of a speech export could not be stored", "id", id, "error", err)
	})
	return one
}

// Estimate is EstimateOf with the words of the Store.
func (n *Store) Estimate(text string, plain bool, speed float64) Estimate {
	return EstimateOf(text, plain, n.words(), speed)
}

func (n *Store) words() speechtext.Words {
	if n.o.Words == nil {
		return speechtext.Words{}
	}
	return n.o.Words()
}

// Start starts a speech export or queues it. It returns once everything needed to continue is on
// disk, after about a second for a million characters. The error is one of the Err values above or
// a disk error.
func (n *Store) Start(j Job) (chat.ID, error) {
	switch {
	case !slices.Contains(Formats(), j.Format):
		return "", fmt.Errorf("%w: %q", ErrFormat, j.Format)
	case j.Voice.Local && (n.o.Voice == nil || !slices.Contains(audio.EncodableFormats(), audio.Format(j.Format))):
		return "", fmt.Errorf("%w: the voice of this computer does not support %q", ErrFormat, j.Format)
	case j.Path != "" && !filepath.IsAbs(j.Path):
		return "", fmt.Errorf("%w, not %q", ErrPath, j.Path)
	}
	parts := cut(j.Text, j.Plain, n.words())
	if len(parts) == 0 {
		return "", ErrNothing
	}
	e := estimate(parts, j.Voice.Speed)
	const bytesPerSecond, most = 48_000, 4 << 30 // bytes a second
	if j.Format == "wav" && e.Length > most/bytesPerSecond*time.Second {
		return "", ErrTooLong
	}
	id := chat.NewID()
	one := n.at(id)
	if !j.Voice.Local {
		// Choose the model now, so that all parts have the same voice even if the settings change.
		j.Voice = n.complete(j.Voice)
	}
	if j.Voice.Voice == "" {
		j.Voice.Voice = speech.Voices()[0]
	}
	one.SpeechExport = SpeechExport{
		ID: id, Title: j.Title, Voice: j.Voice, Format: j.Format, Created: n.o.Now(), State: Waiting,
		Parts: e.Parts, Characters: e.Characters, Length: e.Length, Path: j.Path, Replace: j.Replace,
	}
	err := n.o.InPlace()
	if err == nil {
		err = os.MkdirAll(one.folder.dir, 0o700)
	}
	if err == nil {
		err = one.folder.writeParts(parts)
	}
	if err == nil {
		err = one.file.Save(&one.SpeechExport)
	}
	if err != nil {
		_ = os.RemoveAll(one.folder.dir)
		return "", fmt.Errorf("start a speech export: %w", err)
	}
	n.mu.Lock()
	n.all[id] = one
	n.enqueue(id)
	n.mu.Unlock()
	n.mark()
	return id, nil
}

// Resume continues a speech export that is Stopped or Failed; only missing parts are requested. It
// does nothing for one that is queued or being made; for others the error is ErrUnknown.
func (n *Store) Resume(id chat.ID) error { return n.ResumeAs(id, "") }

// ResumeAs is Resume with another file format, "" for the same; existing parts are reused. The
// error is ErrFormat or that of Resume.
func (n *Store) ResumeAs(id chat.ID, format string) error {
	if format != "" && !slices.Contains(Formats(), format) {
		return fmt.Errorf("%w: %q", ErrFormat, format)
	}
	return n.resume(id, func(one *speechExport) {
		if format != "" && format != one.Format {
			if stem, ok := strings.CutSuffix(one.Path, "."+one.Format); ok {
				one.Path = stem + "." + format
			}
			one.Format = format
		}
	})
}

// ResumeAt is Resume with another speed for the missing parts, 0.25 to 4; 0 means 1.
func (n *Store) ResumeAt(id chat.ID, speed float64) error {
	if speed != 0 {
		speed = min(max(speed, settings.MinRequestSpeed), settings.MaxRequestSpeed)
	}
	return n.resume(id, func(one *speechExport) { one.Voice.Speed = speed })
}

// resume applies change to a stopped or failed speech export and queues it.
func (n *Store) resume(id chat.ID, change func(*speechExport)) error {
	n.mu.Lock()
	one := n.all[id]
	if one == nil || !one.Deleted.IsZero() || one.State == Done {
		n.mu.Unlock()
		return ErrUnknown
	}
	if one.State == Stopped || one.State == Failed {
		one.State, one.Problem = Waiting, problem.Problem{}
		one.asked, one.came, one.took = 0, 0, 0
		change(one)
		n.enqueue(id)
	}
	n.mu.Unlock()
	n.mark()
	return nil
}

// Cancel stops a speech export that is queued or being made, and keeps its parts for Resume. The
// part being fetched is lost.
func (n *Store) Cancel(id chat.ID) {
	n.mu.Lock()
	n.stop(id)
	n.mu.Unlock()
	n.mark()
}

// stop is Cancel with n.mu held.
func (n *Store) stop(id chat.ID) {
	if n.current == id {
		n.cancel(errCanceled)
		return
	}
	if i := slices.Index(n.queue, id); i >= 0 {
		n.queue = slices.Delete(n.queue, i, i+1)
		n.all[id].State = Stopped
		n.all[id].keeper.SaveSoon()
	}
}

// Delete moves a speech export to the deleted ones and stops it. Restore brings it back, until
// Remove or the first start after chat.DeletedRetention removes it.
func (n *Store) Delete(_ context.Context, id chat.ID) error { return n.setDeleted(id, n.o.Now()) }

// Restore undoes Delete.
func (n *Store) Restore(_ context.Context, id chat.ID) error { return n.setDeleted(id, time.Time{}) }

func (n *Store) setDeleted(id chat.ID, at time.Time) error {
	n.mu.Lock()
	one := n.all[id]
	if one == nil {
		n.mu.Unlock()
		return ErrUnknown
	}
	before := one.Deleted
	one.Deleted = at
	if !at.IsZero() {
		n.stop(id)
	}
	one.keeper.SaveSoon()
	n.mu.Unlock()
	err := one.keeper.Flush()
	if err != nil {
		n.mu.Lock()
		one.Deleted = before
		n.mu.Unlock()
	}
	n.mark()
	return err
}

// List returns all speech exports, newest first. It reads memory only.
func (n *Store) List() []SpeechExport {
	return n.list(false, func(a, b SpeechExport) int { return b.Created.Compare(a.Created) })
}

// Deleted returns the deleted speech exports, most recently deleted first. The error is nil:
// Deleted reads memory only.
func (n *Store) Deleted(context.Context) ([]SpeechExport, error) {
	return n.list(true, func(a, b SpeechExport) int { return b.Deleted.Compare(a.Deleted) }), nil
}

func (n *Store) list(deleted bool, order func(a, b SpeechExport) int) []SpeechExport {
	n.mu.Lock()
	defer n.mu.Unlock()
	var all []SpeechExport
	for _, one := range n.all {
		if one.Deleted.IsZero() != deleted {
			all = append(all, n.shown(one))
		}
	}
	slices.SortFunc(all, func(a, b SpeechExport) int { return cmp.Or(order(a, b), cmp.Compare(b.ID, a.ID)) })
	return all
}

// shown returns the speech export with its current progress. n.mu is held.
func (n *Store) shown(one *speechExport) SpeechExport {
	s := one.SpeechExport
	if s.State == Waiting {
		s.Problem = n.waitReason(one)
	}
	s.PartsDone, s.PartsJoined = one.parts, one.joined
	if one.saving {
		s.State = StateMaking
	}
	switch {
	case one.State == Done:
		s.PartsDone, s.Share = one.Parts, 1
	case one.Characters > 0:
		s.Share = (float64(one.spoken) + one.arriving()) / float64(one.Characters)
	}
	if one.State == StateMaking && one.asked > 0 {
		s.Left = time.Duration(float64(one.took) / float64(one.asked) * (float64(one.Characters-one.spoken) - one.arriving()))
	}
	return s
}

// arriving estimates how many characters of the current part have arrived, from the bytes per
// character of earlier parts. It never returns the whole part.
func (one *speechExport) arriving() float64 {
	if one.came == 0 || one.under == 0 {
		return 0
	}
	return min(float64(one.arrived)/float64(one.came)*float64(one.asked), 0.95*float64(one.under))
}

// Path returns the file of a finished speech export in the library, for speech.PlayFile. It must
// not be changed. The error is ErrUnknown.
func (n *Store) Path(id chat.ID) (string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	one := n.all[id]
	if one == nil || one.State != Done {
		return "", ErrUnknown
	}
	return one.folder.sound(one.Format), nil
}

// SaveAgain copies a finished speech export to a path that the user chose and returns the path of
// the copy; replace is as in Job. The error is ErrUnknown, a disk error or an error of ctx.
func (n *Store) SaveAgain(ctx context.Context, id chat.ID, path string, replace bool) (string, error) {
	if !filepath.IsAbs(path) {
		return "", ErrPath
	}
	from, err := n.Path(id)
	if err != nil {
		return "", err
	}
	saved, err := save(ctx, from, path, replace)
	if err != nil {
		return "", fmt.Errorf("save the sound: %w", err)
	}
	n.mu.Lock()
	if one := n.all[id]; one != nil { // the export may have been removed meanwhile
		one.SavedAs, one.Problem = saved, problem.Problem{}
		one.keeper.SaveSoon()
	}
	n.mu.Unlock()
	n.mark()
	return saved, nil
}

// Close stops the current work as if the program ended, and waits for it until ctx ends.
func (n *Store) Close(ctx context.Context) error {
	n.mu.Lock()
	n.closed = true
	if n.current != "" {
		n.cancel(errClosing)
	}
	all := slices.Collect(maps.Values(n.all))
	n.mu.Unlock()
	n.mark() // ends a worker that waits
	if err := n.running.Wait(ctx); err != nil {
		return err
	}
	var errs []error
	for _, one := range all {
		errs = append(errs, one.keeper.Flush())
	}
	return errors.Join(errs...)
}

func (n *Store) mark() { n.o.Marks.Mark(changes.Change{Topic: changes.SpeechExports}) }
