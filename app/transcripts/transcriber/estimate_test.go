package transcriber_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"parlando/app/transcripts/transcriber"
)

func TestALengthIsToldOfWhatIsMadeSmallerFirst(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"speech.flac", "speech.aiff", "speech.aac", "speech.caf", "speech.opus"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "media", "audio", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		e, err := w.Estimate(t.Context(), w.file(name, data), transcriber.Job{})
		if err != nil {
			t.Fatal(err)
		}
		if e.Length < time.Second || e.Length > 10*time.Second {
			t.Errorf("%s is %v long", name, e.Length)
		}
	}
}
