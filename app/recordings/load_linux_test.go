package recordings_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"parlando/app/chat"
	"parlando/app/recordings"
)

// TestNobodyWaitsForTheListLongerThanTheirContext reads a list from a disk that does not answer: a
// pipe nobody writes to.
func TestNobodyWaitsForTheListLongerThanTheirContext(t *testing.T) {
	w := &world{t: t, dir: t.TempDir()}
	id := chat.NewID()
	pipe := filepath.Join(put(t, w, id, nil), "recording.json")
	do(t, syscall.Mkfifo(pipe, 0o600))
	w.Recordings = recordings.Open(recordings.Options{Dir: w.dir})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, ask := range map[string]func() error{
		"Wait":    func() error { _, err := w.Wait(ended, id); return err },
		"Path":    func() error { _, err := w.Path(ended, id); return err },
		"Trimmed": func() error { _, _, err := w.TrimmedPath(ended, id); return err },
		"SaveAs":  func() error { _, err := w.SaveAs(ended, id, filepath.Join(w.dir, "saved.wav")); return err },
	} {
		if err := ask(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s ended with %v", name, err)
		}
	}
	answer, err := os.OpenFile(pipe, os.O_WRONLY, 0)
	do(t, err)
	do(t, answer.Close())
	w.close()
}
