package player

import (
	"fmt"
	"image/png"
	"os"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"parley/app/problem"
	"parley/app/speech"
	"parley/views/theme"
)

// reading is a reply in the middle of which somebody is.
func reading() speech.Snapshot {
	return speech.Snapshot{
		Phase: speech.Playing, Source: speech.Source{Kind: speech.Message, ID: "m"}, Conversation: "c", Title: "Birthday speech for Ana",
		Sentence: 2, Sentences: 6, Start: 40, End: 90, Place: 9 * time.Second, Length: 33 * time.Second,
		Voice: speech.Voice{Voice: "nova"}, Speed: 1, Volume: 1,
	}
}

// failed is one that cannot go on.
func failed(kind problem.Kind) speech.Snapshot {
	s := reading()
	s.Phase, s.Problem = speech.Failed, problem.Problem{Kind: kind, Status: 401, Host: "api.example.org", Detail: "no"}
	return s
}

// TestPictures writes pictures to look at, when PICTURES names a folder.
func TestPictures(t *testing.T) {
	dir := os.Getenv("PICTURES")
	if dir == "" {
		t.Skip("PICTURES is not set")
	}
	with := func(change func(*speech.Snapshot)) speech.Snapshot {
		s := reading()
		change(&s)
		return s
	}
	states := []speech.Snapshot{
		reading(),
		with(func(s *speech.Snapshot) { s.Phase, s.Estimated, s.Speed, s.Volume = speech.Paused, true, 1.25, 0.3 }),
		with(func(s *speech.Snapshot) { s.Phase, s.Place, s.Estimated, s.Sentence = speech.Preparing, 0, true, 1 }),
		with(func(s *speech.Snapshot) { s.Phase = speech.NoOutput }),
		failed(problem.Offline),
		failed(problem.KeyRejected),
		failed(problem.NoSpeech),
		failed(problem.NothingToRead),
		with(func(s *speech.Snapshot) {
			s.Voice, s.Problem = speech.Voice{Local: true}, problem.Problem{Kind: problem.Offline}
		}),
		with(func(s *speech.Snapshot) {
			s.Source.Kind, s.Title, s.Sentence, s.Sentences, s.Length = speech.File, "Chapter one", 0, 0, 760*time.Second
		}),
	}
	for look, preference := range map[string]theme.Preference{"light": theme.Light, "dark": theme.Dark} {
		for _, width := range []float32{1024, 720, 480} {
			app := test.NewTempApp(t)
			app.Settings().SetTheme(theme.New(preference, 1))
			all := container.NewWithoutLayout()
			y := float32(0)
			for _, s := range states {
				b := New()
				b.OnSave = func() {}
				b.Set(s)
				b.Resize(fyne.NewSize(width, b.HeightFor(width)))
				b.Move(fyne.NewPos(0, y))
				y += b.Size().Height + 6
				all.Add(b)
			}
			w := test.NewTempWindow(t, all)
			w.SetPadded(false)
			w.Resize(fyne.NewSize(width, y))
			f, err := os.Create(fmt.Sprintf("%s/bar-%.0f-%s.png", dir, width, look))
			if err != nil {
				t.Fatal(err)
			}
			if err := png.Encode(f, w.Canvas().Capture()); err != nil {
				t.Fatal(err)
			}
			_ = f.Close()
		}
	}
}
