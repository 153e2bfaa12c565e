package core

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/secrets/secretstest"
	"parlando/app/transcripts/waveforms"
	"parlando/assets/spoken"
	"parlando/media/speaker/speakertest"
)

// A real recording is looked through in the background, and given up when its transcript is left.
func TestARecordingIsLookedThroughUntilItIsLeft(t *testing.T) {
	dir := t.TempDir()
	c, err := Open(t.Context(), Flags{DataDir: dir}, Options{Keyring: &secretstest.Keyring{}, Output: speakertest.New()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := c.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	write := func(name string, times int) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, bytes.Repeat(spoken.Sound("pear-tree.mp3"), times), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	until := func(id chat.ID, what string, ok func(waveforms.Waveform) bool) waveforms.Waveform {
		t.Helper()
		for late := time.After(time.Minute); ; {
			if w := c.Waveforms.Get(id); ok(w) {
				return w
			}
			select {
			case <-c.Marks.Ready():
				c.Marks.Take()
			case <-late:
				t.Fatalf("waited in vain for %s", what)
			}
		}
	}
	c.Waveforms.Select("long", write("long.mp3", 200))
	until("long", "the first of it", func(w waveforms.Waveform) bool { return len(w.Levels) > 0 })
	c.Waveforms.Select("", "") // left
	if w := c.Waveforms.Get("long"); len(w.Levels) > 0 {
		t.Error("it is still shown")
	}
	c.Waveforms.Select("one", write("one.mp3", 1))
	w := until("one", "all of the other", func(w waveforms.Waveform) bool { return w.Whole })
	loud := 0
	for _, level := range w.Levels {
		if level > 30 {
			loud++
		}
	}
	if w.Length < 10*time.Second || len(w.Levels) < waveColumns/2 || loud < len(w.Levels)/10 || loud == len(w.Levels) {
		t.Errorf("%v, %d levels of %v, %d of them loud", w.Length, len(w.Levels), w.Step, loud)
	}
	c.Waveforms.Close(t.Context())
	if kept, err := os.ReadDir(filepath.Join(c.Paths.Cache, "waves")); err != nil || len(kept) != 1 {
		t.Errorf("%d waves are kept, %v: the long one was not given up", len(kept), err)
	}
}
