// Package waveforms measures the loudness of recordings over time. Each recording is measured once
// in the background and the result is cached on disk; partial results are available at any time.
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
	// Levels are the peak levels of consecutive intervals of Step, 0 to 255. The slice is never
	// modified: a longer Waveform has a new one.
	Levels []uint8       `json:"levels"`
	Step   time.Duration `json:"step"`
	// Length is the length of the recording, 0 while unknown. Whole reports that the waveform is
	// complete.
	Length time.Duration `json:"length"`
	Whole  bool          `json:"-"`
	// Damaged is the number of places that could not be decoded; 0 while unknown.
	Damaged int `json:"damaged"`
}

// Options are the dependencies of a Store.
type Options struct {
	owner.CommonOptions
	// Dir is the cache folder; a subfolder waves is created in it.
	Dir string
	// Measure reads a file and calls grown now and then with an intermediate result, which nobody
	// may modify afterwards.
	Measure func(ctx context.Context, path string, grown func(Waveform)) (Waveform, error)
}

// keptFiles is the maximum number of cached waveforms; the least recently used are deleted.
const keptFiles = 300

// Store measures and caches waveforms. It is safe for concurrent use; New, Select and Get never
// access the disk. Create it with New and end it with Close.
type Store struct {
	o       Options
	dir     string
	running owner.Goroutines
	ending  context.Context // canceled by Close
	end     context.CancelFunc
	turn    chan struct{} // held while a file is measured: one at a time

	mu     sync.Mutex
	id     chat.ID
	path   string
	wave   Waveform
	cancel context.CancelFunc
	closed bool
}

// New returns an idle Store.
func New(o Options) *Store {
	o.SetDefaults()
	w := &Store{o: o, dir: filepath.Join(o.Dir, "waves"), turn: make(chan struct{}, 1)}
	w.ending, w.end = context.WithCancel(context.Background())
	return w
}

// Select starts loading the waveform of a recording and abandons an unfinished measurement of the
// previous one; empty arguments only abandon. It returns at once; Get returns the current result.
func (w *Store) Select(id chat.ID, path string) {
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
	w.running.Go("waveform", func() {
		defer cancel()
		w.find(ctx, id, path)
	})
}

// Get returns the current waveform of the recording passed to Select last, and the zero value for
// other recordings. It reads memory only.
func (w *Store) Get(id chat.ID) Waveform {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.id != id {
		return Waveform{}
	}
	return w.wave
}

// Load returns the complete waveform of any recording, from the cache or by measuring it, which
// starts when the current measurement ends. It waits until ctx or the Store ends.
func (w *Store) Load(ctx context.Context, path string) (Waveform, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return Waveform{}, context.Canceled
	}
	ended := w.running.Add("waveform")
	w.mu.Unlock()
	defer ended()
	defer context.AfterFunc(w.ending, cancel)()
	return w.look(ctx, path, func(Waveform) {})
}

// Close abandons the current measurement and waits for all goroutines until ctx ends.
func (w *Store) Close(ctx context.Context) error {
	w.mu.Lock()
	w.closed = true
	w.end()
	w.mu.Unlock()
	return w.running.Wait(ctx)
}

// found publishes a waveform unless another recording was selected in the meantime.
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

// find loads a waveform and publishes it as it grows.
func (w *Store) find(ctx context.Context, id chat.ID, path string) {
	wave, err := w.look(ctx, path, func(wave Waveform) { w.found(ctx, id, wave) })
	switch {
	case err == nil:
		w.found(ctx, id, wave)
	// A missing file is reported when the recording is played.
	case errors.Is(err, context.Canceled), errors.Is(err, fs.ErrNotExist):
	default:
		w.o.Log.Warn("A waveform could not be computed", "error", err)
	}
}

// look reads a cached waveform, or measures the file and caches the result.
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
		w.o.Log.Warn("A waveform could not be stored", "error", err)
	}
	return wave, nil
}

// file returns the path of the cached waveform of a file; a changed file has another path.
func (w *Store) file(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d\n%d", path, info.Size(), info.ModTime().UnixNano()))
	return filepath.Join(w.dir, hex.EncodeToString(sum[:16])), nil
}

// read reads a cached waveform.
func read(name string) (Waveform, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return Waveform{}, err
	}
	w := Waveform{Whole: true}
	if err := json.Unmarshal(data, &w); err != nil || w.Step <= 0 || w.Length < 0 || w.Damaged < 0 {
		return Waveform{}, errors.New("not a waveform")
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
