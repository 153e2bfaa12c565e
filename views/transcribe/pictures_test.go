package transcribe

import (
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parley/app/recordings"
	"parley/views/theme"
)

// TestPictures writes pictures to look at, when PICTURES names a folder.
func TestPictures(t *testing.T) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		t.Skip("PICTURES is not set")
	}
	for name, look := range map[string]theme.Preference{"light": theme.Light, "dark": theme.Dark} {
		for _, width := range []float32{1024, 720} {
			w := open(t, look, width)
			shoot := func(what string) {
				f, err := os.Create(filepath.Join(dir, fmt.Sprintf("page-%s-%.0f-%s.png", what, width, name)))
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
				if err := png.Encode(f, w.window.Canvas().Capture()); err != nil {
					t.Fatal(err)
				}
			}
			w.SetExamples([]Example{{"pear", "The old pear tree", "English · 0:40"}, {"mariposas", "El viaje de las mariposas", "Spanish · 0:35"}})
			shoot("1-empty")
			w.SetTranscripts(queue())
			shoot("2-list")
			w.Open("lecture")
			shoot("3-failed")
			w.Open("choir")
			shoot("4-working")
			w.Ask(question())
			shoot("5-asking")
			w.asking.details.Show()
			q := question()
			q.Files = q.Files[:3]
			w.Ask(q)
			shoot("6-asking-more")
			w.Ask(nil)
			w.SetRecordings(kept(), "two", now)
			w.SetLive(recordings.Live{Purpose: recordings.Keeping, Phase: recordings.Hearing, Elapsed: 12 * time.Second, Level: 0.6})
			w.ShowRecordings()
			w.Back()
			shoot("7-recordings")
			w.SetLive(recordings.Live{Purpose: recordings.Keeping, Phase: recordings.Hearing, Elapsed: 13 * time.Second, DigitalSilence: true})
			shoot("8-silence")
			w.SetLive(recordings.Live{})
			w.OpenRecording("two")
			shoot("9-recording")
		}
	}
}
