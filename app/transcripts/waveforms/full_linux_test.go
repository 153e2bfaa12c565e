package waveforms

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlando/app/internal/wholefile/wholefiletest"
)

// On a full disk a waveform is shown all the same, and measured again the next time.
func TestOnAFullDiskAWaveformIsMeasuredAndNoHalfOneIsKept(t *testing.T) {
	if !wholefiletest.Alone(t) {
		return
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a.wav")
	if err := os.WriteFile(path, []byte("sound"), 0o600); err != nil {
		t.Fatal(err)
	}
	measured := 0
	w := New(Options{Dir: dir, Measure: func(context.Context, string, func(Waveform)) (Waveform, error) {
		measured++
		return Waveform{Levels: []uint8{1}, Step: time.Second, Length: time.Second}, nil
	}})
	defer w.Close(t.Context())
	lift := wholefiletest.Limit(t, 5)
	for n := range 2 {
		if got, err := w.Load(t.Context(), path); err != nil || !got.Whole || len(got.Levels) != 1 || measured != n+1 {
			t.Errorf("measured %d times: %+v, %v", measured, got, err)
		}
		if left, _ := os.ReadDir(w.dir); len(left) > 0 {
			t.Errorf("left are %v", left)
		}
	}
	lift()
	for range 2 {
		if got, err := w.Load(t.Context(), path); err != nil || !got.Whole || measured != 3 {
			t.Errorf("measured %d times: %+v, %v", measured, got, err)
		}
	}
}
