package speech

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parley/media/audio"
)

func all(t *testing.T, d audio.Decoder) []float32 {
	t.Helper()
	var out []float32
	buf := make([]float32, 4096*d.Channels())
	for {
		n, err := d.Read(buf)
		out = append(out, buf[:n]...)
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The clips of a file one after the other are compared with the file decoded in one go.
func TestTheClipsOfAFileAreTheFile(t *testing.T) {
	for _, name := range []string{"speech.mp3", "speech-44100-stereo.mp3", "speech-22050.mp3"} {
		open := func() *os.File {
			f, err := os.Open(filepath.Join("..", "..", "media", "audio", "testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = f.Close() })
			return f
		}
		whole, err := minute(open(), 0, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		want := all(t, whole)
		var got []float32
		clips := 0
		for ; ; clips++ {
			d, err := minute(open(), clips, 400*time.Millisecond)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, all(t, d)...)
		}
		if clips < 3 {
			t.Errorf("%s: %d clips", name, clips)
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d samples, want %d", name, len(got), len(want))
			continue
		}
		worst, where := 0.0, 0
		for i := range want {
			if d := math.Abs(float64(got[i] - want[i])); d > worst {
				worst, where = d, i
			}
		}
		if worst > 0.001 {
			t.Errorf("%s: differs by %.4f at sample %d of %d", name, worst, where, len(want))
		}
	}
}

func TestAJumpInALongFile(t *testing.T) {
	one, err := os.ReadFile(filepath.Join("..", "..", "media", "audio", "testdata", "speech.mp3"))
	if err != nil {
		t.Fatal(err)
	}
	bubble(t, func(t *testing.T, w *world) {
		path := filepath.Join(w.dir, "long.mp3")
		if err := os.WriteFile(path, bytes.Repeat(one, 150), 0o600); err != nil {
			t.Fatal(err)
		}
		w.PlayFile(Source{Kind: File, ID: "n"}, "A file", path)
		s := w.until("measured", func(s Snapshot) bool { return s.Phase == Playing && !s.Estimated })
		if s.Length < 4*time.Minute {
			t.Fatalf("it is %v long", s.Length)
		}
		for _, to := range []time.Duration{200 * time.Second, 30 * time.Second, 119 * time.Second} {
			w.Seek(to)
			time.Sleep(2 * time.Second)
			w.untilPhase(Playing)
			if got := w.Snapshot().Place; got < to+500*time.Millisecond || got > to+3*time.Second {
				t.Errorf("two seconds after a jump to %v: %v", to, got)
			}
		}
		w.Seek(s.Length - time.Second)
		w.untilPhase(Idle)
	})
}

func TestAFileBeginsWhereSomebodyAskedAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		path := filepath.Join(w.dir, "four.wav")
		if err := os.WriteFile(path, wave(sentences(1, 4)), 0o600); err != nil {
			t.Fatal(err)
		}
		w.PlayFile(Source{Kind: Recording, ID: "r"}, "A recording", path)
		w.Seek(time.Duration(secondsOf(sentences(1, 2)) * float64(time.Second)))
		if s := w.untilPhase(Playing); !s.Source.Sounds() || s.Place < 2*time.Second {
			t.Errorf("it begins with %+v", s)
		}
		w.untilPhase(Idle)
		if got := w.order(); got != "3 4" && got != "2 3 4" {
			t.Errorf("heard %s", got)
		}
	})
}
