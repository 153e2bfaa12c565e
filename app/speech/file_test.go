package speech

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parlando/app/problem"
	"parlando/media/audio"
	"parlando/media/audio/audiotest"
)

// A jump in a file of any format leads to its place, and its length is known before it has been
// played.
func TestAJumpInALongFile(t *testing.T) {
	for _, f := range []audio.Format{audio.MP3, audio.FLAC, audio.WAV} {
		t.Run(string(f), func(t *testing.T) {
			one, err := os.ReadFile(filepath.Join("..", "..", "media", "audio", "testdata", "speech.mp3"))
			if err != nil {
				t.Fatal(err)
			}
			data := bytes.Repeat(one, 150)
			if f != audio.MP3 {
				data = audiotest.Encode(t, f, make([]float32, 245*24000), 24000, 1)
			}
			jumpIn(t, data)
		})
	}
}

func jumpIn(t *testing.T, data []byte) {
	t.Helper()
	bubble(t, func(t *testing.T, w *world) {
		path := filepath.Join(w.dir, "long.mp3")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		w.PlayFile(Source{Kind: File, ID: "n"}, "A file", path)
		s := w.until("measured", func(s Snapshot) bool { return s.Phase == Playing && !s.Estimated })
		if s.Length < 4*time.Minute {
			t.Fatalf("it is %v long", s.Length)
		}
		w.now.measured(s.Length, false)
		if !w.Snapshot().Estimated {
			t.Error("an estimate is shown as the length")
		}
		w.now.measured(s.Length, true)
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

func TestAFileThatCannotBePlayedSaysOfWhatKindItIs(t *testing.T) {
	alac, err := os.ReadFile(filepath.Join("..", "..", "media", "audio", "testdata", "unsupported", "alac.m4a"))
	if err != nil {
		t.Fatal(err)
	}
	wma, err := os.ReadFile(filepath.Join("..", "..", "media", "audio", "testdata", "unsupported", "sound.wma"))
	if err != nil {
		t.Fatal(err)
	}
	bubble(t, func(t *testing.T, w *world) {
		for _, c := range []struct {
			data   string
			kind   problem.Kind
			format string
		}{
			{"#!AMR\n\x3c\x55", problem.NotSound, "AMR"},
			{string(alac), problem.NotSound, "Apple Lossless (ALAC)"},
			{string(wma), problem.NotSound, "Windows Media Audio"},
			{strings.Repeat("Only words. ", 50), problem.NotSound, ""},
			{"fLaC" + strings.Repeat("\x55", 500), problem.SoundDamaged, ""},
		} {
			path := filepath.Join(w.dir, "sound.mp3")
			if err := os.WriteFile(path, []byte(c.data), 0o600); err != nil {
				t.Fatal(err)
			}
			w.PlayFile(Source{Kind: Recording, ID: "r"}, "A recording", path)
			if s := w.untilPhase(Failed); s.Problem.Kind != c.kind || s.Problem.Format != c.format {
				t.Errorf("%.6q: %+v", c.data, s.Problem)
			}
			w.Stop()
			w.untilPhase(Idle)
		}
		w.PlayFile(Source{Kind: Recording, ID: "r"}, "A recording", filepath.Join(w.dir, "nowhere.mp3"))
		if s := w.untilPhase(Failed); s.Problem.Kind != problem.SoundMissing {
			t.Errorf("%+v", s.Problem)
		}
	})
}

// damagedSound is a FLAC of some seconds with a frame that cannot be decoded.
func damagedSound(t *testing.T) []byte {
	t.Helper()
	tone := make([]float32, 24000)
	for i := range tone {
		tone[i] = float32(i*i%997)/2000 - 0.25
	}
	data := audiotest.Encode(t, audio.FLAC, slices.Repeat(tone, 5), 24000, 1)
	data[len(data)/2] ^= 0x55
	return data
}

func TestAFileThatIsDamagedInPlacesSaysSoWhereItIsPlayed(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		path := filepath.Join(w.dir, "sound.flac")
		if err := os.WriteFile(path, damagedSound(t), 0o600); err != nil {
			t.Fatal(err)
		}
		w.PlayFile(Source{Kind: Recording, ID: "r"}, "A recording", path)
		if s := w.untilPhase(Playing); s.Damaged {
			t.Error("it says so before the place was met")
		}
		w.until("damaged", func(s Snapshot) bool { return s.Damaged })
		w.Seek(0)
		w.untilPhase(Playing)
		if !w.Snapshot().Damaged {
			t.Error("it is forgotten after a jump")
		}
		w.untilPhase(Idle)
		w.PlayFile(Source{Kind: Recording, ID: "r"}, "Another", filepath.Join("..", "..", "media", "audio", "testdata", "speech.flac"))
		if s := w.untilPhase(Playing); s.Damaged {
			t.Error("another is damaged, too")
		}
		w.untilPhase(Idle)
	})
}

func TestAReplyWhoseSoundIsDamagedInPlacesSaysSo(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.service.sound = damagedSound(t)
		w.Say(message("One sentence."), Voice{})
		w.until("damaged", func(s Snapshot) bool { return s.Damaged })
		w.untilPhase(Idle)
	})
}

func TestAFileStartsAtTheRequestedPlace(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		path := filepath.Join(w.dir, "four.wav")
		if err := os.WriteFile(path, wave(sentences(1, 4)), 0o600); err != nil {
			t.Fatal(err)
		}
		w.PlayFile(Source{Kind: Recording, ID: "r"}, "A recording", path)
		w.Seek(time.Duration(secondsOf(sentences(1, 2)) * float64(time.Second)))
		if s := w.untilPhase(Playing); !s.Source.IsSound() || s.Place < 2*time.Second {
			t.Errorf("it begins with %+v", s)
		}
		w.untilPhase(Idle)
		if got := w.order(); got != "3 4" && got != "2 3 4" {
			t.Errorf("heard %s", got)
		}
	})
}
