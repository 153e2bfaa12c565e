// Package waveforms is the owner of how recordings look: how loud each is from its beginning to its
// end. A recording is looked through once, in the background, and what was found is kept on disk;
// what is known so far can be shown at any moment.
package waveforms

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/internal/jsonfile"
	"parlando/app/owner"
)

// Waveform is the loudness of a recording over time.
type Waveform struct {
	// Levels are the loudest moments of one stretch of Step after the other, 0 to 255. They are not
	// changed any more: a longer Wave has others.
	Levels []uint8       `json:"levels"`
	Step   time.Duration `json:"step"`
	// Length is that of the recording; 0 while it is not known. Whole says that nothing is missing.
	Length time.Duration `json:"length"`
	Whole  bool          `json:"-"`
	// Damaged is the number of places that could not be decoded; 0 while that is not known.
	Damaged int `json:"damaged"`
}

// Options are the dependencies of a Store.
type Options struct {
	owner.Common
	// Dir is the folder for what can be made again; a folder waves is made in it.
	Dir string
	// Measure looks through a file, and calls grown now and then with what it found so far, which
	// nobody may change afterwards.
	Measure func(ctx context.Context, path string, grown func(Waveform)) (Waveform, error)
}

// keptFiles is the number of waves that are kept on disk: those used longest ago go first.
const keptFiles = 300

// Store is the owner. It is safe from any goroutine; only its own goroutine touches the disk. Use
// New; end with Close.
type Store struct {
	o       Options
	dir     string
	running sync.WaitGroup
	ending  context.Context // ends with Close
	end     context.CancelFunc
	turn    chan struct{} // holds one while a file is looked through: never two at a time

	mu     sync.Mutex
	id     chat.ID
	path   string
	wave   Waveform
	cancel context.CancelFunc
	closed bool
}

// New makes the owner. It starts nothing and reads nothing.
func New(o Options) *Store {
	o.SetDefaults()
	w := &Store{o: o, dir: filepath.Join(o.Dir, "waves"), turn: make(chan struct{}, 1)}
	w.ending, w.end = context.WithCancel(context.Background())
	return w
}

// Want has the wave of a recording made ready, in place of that wanted before, which is given up if
// it is not whole; with "" for both none is. It returns at once; Get has what is known.
func (w *Store) Want(id chat.ID, path string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.id == id && w.path == path {
		return
	}
	if w.cancel != nil {
		w.cancel()
		w.cancel = nil
	}
	w.id, w.path, w.wave = id, path, Waveform{}
	if path == "" {
		return
	}
	ctx, cancel := context.WithCancel(w.ending)
	w.cancel = cancel
	w.running.Go(func() {
		defer cancel()
		w.find(ctx, id, path)
	})
}

// Get returns the known wave of the recording that was wanted last; nothing for another one. It
// asks memory alone.
func (w *Store) Get(id chat.ID) Waveform {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.id != id {
		return Waveform{}
	}
	return w.wave
}

// Look is the wave of a recording that nobody opened: read from the disk, or else found out and
// kept, behind what is looked through already. It waits for that, until ctx or w ends.
func (w *Store) Look(ctx context.Context, path string) (Waveform, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return Waveform{}, context.Canceled
	}
	w.running.Add(1)
	w.mu.Unlock()
	defer w.running.Done()
	defer context.AfterFunc(w.ending, cancel)()
	return w.look(ctx, path, func(Waveform) {})
}

// Close gives up what is being looked through, and returns when nothing runs any more.
func (w *Store) Close() {
	w.mu.Lock()
	w.closed = true
	w.end()
	w.mu.Unlock()
	w.running.Wait()
}

// found has a wave shown, unless another recording is wanted by now.
func (w *Store) found(ctx context.Context, id chat.ID, wave Waveform) {
	w.mu.Lock()
	ours := ctx.Err() == nil
	if ours {
		w.wave = wave
	}
	w.mu.Unlock()
	if ours {
		w.o.Marks.Mark(changes.Change{Topic: changes.Waveform, ID: string(id)})
	}
}

// find has the wave of a recording shown as it is found out.
func (w *Store) find(ctx context.Context, id chat.ID, path string) {
	wave, err := w.look(ctx, path, func(wave Waveform) { w.found(ctx, id, wave) })
	switch {
	case err == nil:
		w.found(ctx, id, wave)
	// that it is not there is told where it is heard
	case errors.Is(err, context.Canceled), errors.Is(err, fs.ErrNotExist):
	default:
		w.o.Log.Warn("How a recording looks was not found out", "error", err)
	}
}

// look reads what is kept, else looks through the file and keeps what it found.
func (w *Store) look(ctx context.Context, path string, grown func(Waveform)) (Waveform, error) {
	name, err := w.file(path)
	if err != nil {
		return Waveform{}, err
	}
	if wave, err := read(name); err == nil {
		now := time.Now()
		_ = os.Chtimes(name, now, now)
		return wave, nil
	}
	select {
	case w.turn <- struct{}{}:
		defer func() { <-w.turn }()
	case <-ctx.Done():
		return Waveform{}, ctx.Err()
	}
	wave, err := w.o.Measure(ctx, path, grown)
	if err != nil {
		return Waveform{}, err
	}
	wave.Whole = true
	if err := w.keep(name, wave); err != nil {
		w.o.Log.Warn("How a recording looks was not kept", "error", err)
	}
	return wave, nil
}

// file is the path of a recording's wave. Another file of the same name, or a changed one, has
// another.
func (w *Store) file(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d\n%d", path, info.Size(), info.ModTime().UnixNano()))
	return filepath.Join(w.dir, hex.EncodeToString(sum[:16])), nil
}

// read reads a wave that is kept.
func read(name string) (Waveform, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return Waveform{}, err
	}
	w := Waveform{Whole: true}
	if err := json.Unmarshal(data, &w); err != nil || w.Step <= 0 || w.Length < 0 || w.Damaged < 0 {
		return Waveform{}, errors.New("it is no wave")
	}
	return w, nil
}

func (w *Store) keep(name string, wave Waveform) error {
	if err := os.MkdirAll(w.dir, 0o700); err != nil {
		return err
	}
	data, err := json.Marshal(wave)
	if err != nil {
		return err
	}
	if err := jsonfile.Replace(name, data); err != nil {
		return err
	}
	entries, err := os.ReadDir(w.dir)
	if err != nil || len(entries) <= keptFiles {
		return err
	}
	type keptFile struct {
		name string
		used time.Time
	}
	var all []keptFile
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			all = append(all, keptFile{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b keptFile) int { return a.used.Compare(b.used) })
	for _, k := range all[:max(len(all)-keptFiles, 0)] {
		_ = os.Remove(filepath.Join(w.dir, k.name))
	}
	return nil
}
