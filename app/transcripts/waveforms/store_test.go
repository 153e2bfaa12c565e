package waveforms

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/owner"
)

// recording makes a file, and something that looks through it in the steps that the test gives.
type recording struct {
	*Store
	path  string
	steps chan Waveform
	reads atomic.Int32
	marks *changes.Marks
}

func open(t *testing.T) *recording {
	t.Helper()
	r := &recording{path: filepath.Join(t.TempDir(), "a.wav"), steps: make(chan Waveform), marks: changes.New()}
	if err := os.WriteFile(r.path, []byte("sound"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.Store = r.with(t.TempDir())
	t.Cleanup(func() { _ = r.Close(context.Background()) })
	return r
}

func (r *recording) with(dir string) *Store {
	return New(Options{Dir: dir, CommonOptions: owner.CommonOptions{Marks: r.marks}, Measure: func(ctx context.Context, _ string, grown func(Waveform)) (Waveform, error) {
		r.reads.Add(1)
		for {
			if ctx.Err() != nil {
				return Waveform{}, ctx.Err() // before it takes a step that is another's
			}
			select {
			case <-ctx.Done():
				return Waveform{}, ctx.Err()
			case w := <-r.steps:
				if w.Whole {
					return w, nil
				}
				if w.Step < 0 {
					return Waveform{}, errors.New("it cannot be read")
				}
				grown(w)
			}
		}
	}})
}

// until waits for the wave to be as the test wants it.
func (r *recording) until(t *testing.T, w *Store, want func(Waveform) bool) Waveform {
	t.Helper()
	for late := time.After(10 * time.Second); ; {
		if got := w.Get("a"); want(got) {
			return got
		}
		select {
		case <-r.marks.Ready():
			r.marks.Take()
		case <-late:
			t.Fatalf("it is %+v", w.Get("a"))
		}
	}
}

func TestAWaveGrowsAndIsKept(t *testing.T) {
	r := open(t)
	r.Select("a", r.path)
	r.Select("a", r.path) // at every look
	r.steps <- Waveform{Levels: []uint8{1, 2}, Step: time.Second, Length: 4 * time.Second}
	got := r.until(t, r.Store, func(w Waveform) bool { return len(w.Levels) == 2 })
	if got.Whole || len(r.Get("b").Levels) > 0 {
		t.Error("it is whole, or another's")
	}
	whole := Waveform{Levels: []uint8{1, 2, 3, 4}, Step: time.Second, Length: 4 * time.Second, Whole: true, Damaged: 3}
	r.steps <- whole
	r.until(t, r.Store, func(w Waveform) bool { return w.Whole })
	r.Close(t.Context())

	again := r.with(r.o.Dir)
	defer again.Close(t.Context())
	again.Select("a", r.path)
	got = r.until(t, again, func(w Waveform) bool { return w.Whole })
	if !bytes.Equal(got.Levels, whole.Levels) || got.Step != time.Second || got.Length != 4*time.Second || got.Damaged != 3 {
		t.Errorf("kept is %+v", got)
	}
	if n := r.reads.Load(); n != 1 {
		t.Errorf("it was looked through %d times", n)
	}
}

func TestARecordingThatNobodyOpenedIsLookedThroughOnce(t *testing.T) {
	r := open(t)
	found := make(chan Waveform)
	look := func() {
		w, err := r.Load(t.Context(), r.path)
		if err != nil {
			t.Error(err)
		}
		found <- w
	}
	go look()
	r.steps <- Waveform{Levels: []uint8{1}, Step: time.Second}
	r.steps <- Waveform{Levels: []uint8{1}, Step: time.Second, Whole: true, Damaged: 2}
	if w := <-found; w.Damaged != 2 || len(r.Get("a").Levels) > 0 {
		t.Errorf("found %+v, shown %+v", w, r.Get("a"))
	}
	go look()
	if w := <-found; w.Damaged != 2 {
		t.Errorf("kept %+v", w)
	}
	r.Select("a", r.path)
	r.until(t, r.Store, func(w Waveform) bool { return w.Whole })
	if n := r.reads.Load(); n != 1 {
		t.Errorf("it was looked through %d times", n)
	}
}

func TestALookEndsWithItsCallerAndWithTheOwner(t *testing.T) {
	r := open(t)
	for _, end := range []func(cancel func()){func(cancel func()) { cancel() }, func(func()) { r.Close(t.Context()) }} {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			_, err := r.Load(ctx, r.path)
			ended <- err
		}()
		r.steps <- Waveform{Levels: []uint8{1}, Step: time.Second} // it has begun
		end(cancel)
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		cancel()
	}
}

func TestAChangedFileIsLookedThroughAgain(t *testing.T) {
	r := open(t)
	r.Select("a", r.path)
	r.steps <- Waveform{Levels: []uint8{1}, Step: time.Second, Whole: true}
	r.until(t, r.Store, func(w Waveform) bool { return w.Whole })
	r.Close(t.Context())
	if err := os.WriteFile(r.path, []byte("another sound"), 0o600); err != nil {
		t.Fatal(err)
	}
	again := r.with(r.o.Dir)
	defer again.Close(t.Context())
	again.Select("a", r.path)
	r.steps <- Waveform{Levels: []uint8{9}, Step: time.Second, Whole: true}
	if got := r.until(t, again, func(w Waveform) bool { return w.Whole }); got.Levels[0] != 9 {
		t.Errorf("it is %+v", got)
	}
}

func TestAnotherRecordingTakesThePlaceOfOneThatIsLookedThrough(t *testing.T) {
	r := open(t)
	r.Select("b", r.path)
	r.steps <- Waveform{Levels: []uint8{5}, Step: time.Second}
	other := filepath.Join(filepath.Dir(r.path), "b.wav")
	if err := os.WriteFile(other, []byte("sound"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.Select("a", other)
	r.steps <- Waveform{Levels: []uint8{6}, Step: time.Second, Whole: true}
	r.until(t, r.Store, func(w Waveform) bool { return w.Whole && w.Levels[0] == 6 })
	if len(r.Get("b").Levels) > 0 {
		t.Error("the first is still known")
	}
}

func TestADamagedOrMissingFileIsNoWave(t *testing.T) {
	r := open(t)
	name, err := r.file(r.path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, damaged := range []string{"", "{}", `{"step":-1,"length":5}`, "something else that is long enough to be one"} {
		if err := os.WriteFile(name, []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if w, err := read(name); err == nil {
			t.Errorf("%q was read as %+v", damaged, w)
		}
	}
	if err := os.WriteFile(name, []byte("no wave"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.Select("a", r.path)
	r.steps <- Waveform{Levels: []uint8{7}, Step: time.Second, Whole: true}
	r.until(t, r.Store, func(w Waveform) bool { return w.Whole && w.Levels[0] == 7 })
	r.Select("a", r.path+"-gone")
	r.Close(t.Context())
	if len(r.Get("a").Levels) > 0 {
		t.Error("a file that is not there has a wave")
	}
}

// What the disk refuses is measured again the next time, and no half file is left.
func TestAWaveThatCannotBeKeptIsShownAllTheSame(t *testing.T) {
	for refused, block := range map[string]func(w *Store, name string) error{
		"the folder": func(w *Store, _ string) error { return os.WriteFile(w.dir, nil, 0o600) },
		"the name":   func(_ *Store, name string) error { return os.MkdirAll(filepath.Join(name, "in the way"), 0o700) },
	} {
		t.Run(refused, func(t *testing.T) {
			r := open(t)
			name, err := r.file(r.path)
			if err == nil {
				err = block(r.Store, name)
			}
			if err != nil {
				t.Fatal(err)
			}
			for n := range int32(2) {
				found := make(chan Waveform)
				go func() {
					w, err := r.Load(t.Context(), r.path)
					if err != nil {
						t.Error(err)
					}
					found <- w
				}()
				r.steps <- Waveform{Levels: []uint8{1}, Step: time.Second, Whole: true}
				if w := <-found; len(w.Levels) != 1 || !w.Whole || r.reads.Load() != n+1 {
					t.Errorf("looked through %d times: %+v", r.reads.Load(), w)
				}
			}
			if left, _ := os.ReadDir(r.dir); len(left) > 1 {
				t.Errorf("left are %v", left)
			}
		})
	}
}

func TestOneRecordingIsLookedThroughAtATime(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("sound"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		var begun []string
		let := make(chan struct{})
		w := New(Options{Dir: dir, Measure: func(ctx context.Context, path string, _ func(Waveform)) (Waveform, error) {
			begun = append(begun, filepath.Base(path))
			<-ctx.Done()
			<-let // it takes a moment to give up
			return Waveform{}, ctx.Err()
		}})
		want := func(id, begins string) {
			t.Helper()
			path := ""
			if id != "" {
				path = filepath.Join(dir, id)
			}
			w.Select(chat.ID(id), path)
			synctest.Wait()
			if got := strings.Join(begun, ""); got != begins {
				t.Errorf("begun: %s, want %s", got, begins)
			}
		}
		want("a", "a")
		want("b", "a")
		want("c", "a")
		let <- struct{}{}
		synctest.Wait()
		want("c", "ac")
		want("", "ac")
		close(let)
		w.Close(t.Context())
	})
}
