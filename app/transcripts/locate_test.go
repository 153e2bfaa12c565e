package transcripts_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"parlando/app/transcripts"
	"parlando/app/transcripts/transcriber"
)

func TestASoundThatWentElsewhereIsFoundAgain(t *testing.T) {
	w := newWorld(t)
	id := w.told("Shall we decide?")
	if err := w.Locate(t.Context(), id, filepath.Join(w.dir, "nowhere.wav")); !errors.Is(err, transcriber.ErrMissing) {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := w.Locate(t.Context(), id, w.dir); !errors.Is(err, transcriber.ErrMissing) {
		t.Errorf("a folder: %v", err)
	}
	if err := w.Locate(t.Context(), "no such", w.dir); !errors.Is(err, transcripts.ErrNotFound) {
		t.Errorf("no transcript: %v", err)
	}
	one, _ := w.Get(id)
	away := filepath.Join(t.TempDir(), "away.wav")
	if err := os.Rename(one.Path, away); err != nil {
		t.Fatal(err)
	}
	if _, err := w.SoundPath(t.Context(), id); !errors.Is(err, transcriber.ErrMissing) {
		t.Errorf("it is said to be there: %v", err)
	}
	if one, _ := w.Get(id); !one.Missing {
		t.Error("it is not missing")
	}
	if err := w.Locate(t.Context(), id, away); err != nil {
		t.Fatal(err)
	}
	if path, err := w.SoundPath(t.Context(), id); err != nil || path != away {
		t.Errorf("it is at %q: %v", path, err)
	}
	if one, _ := w.Get(id); one.Missing || one.Path != away {
		t.Errorf("it is %+v", one)
	}
}
