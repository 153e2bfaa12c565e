package player

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/problem"
	"parlando/app/speech"
	"parlando/views/seen"
	"parlando/views/theme"
)

// atRest is the state of a card with a text that is not read.
func atRest() CardState {
	return CardState{
		Now: speech.Snapshot{Speed: 1, Volume: 1}, Listen: "Listen", Length: 20 * time.Second,
		Voice: speech.Voice{Voice: "marin"}, Text: "52 words",
	}
}

// reads is the state of a card while its text is read.
func reads(change func(*speech.Snapshot)) CardState {
	s := atRest()
	s.Now = reading()
	s.Now.Source = speech.Source{Kind: speech.Document}
	if change != nil {
		change(&s.Now)
	}
	return s
}

// shownCard is a card in a window of a width, and what it has asked for.
func shownCard(t *testing.T, s CardState, width, textSize float32) (c *Card, w fyne.Window, did *[]string) {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, textSize))
	did = &[]string{}
	add := func(what string) func() { return func() { *did = append(*did, what) } }
	c = NewCard(&controls{}, CardCallbacks{
		OnListen: add("listen"), OnStop: add("stop"), OnSave: add("save"), OnCancel: add("cancel"), OnVoice: func(fyne.CanvasObject) { add("voice")() },
	})
	c.Set(s)
	w = test.NewTempWindow(t, c)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, c.HeightFor(width)))
	return c, w, did
}

func TestTheCardSaysWhatIsPlayed(t *testing.T) {
	made := atRest()
	made.Making = "Creating Boxes · 3 of 12 parts"
	empty := atRest()
	empty.ListenReason, empty.Length, empty.Text = "Enter a text first.", 0, ""
	for name, c := range map[string]struct {
		state CardState
		want  []string
	}{
		"at rest":   {atRest(), []string{"0:00", "about 0:20", "Marin", "1.0×", "Save audio…", "52 words"}},
		"empty":     {empty, []string{"Marin", "Save audio…"}},
		"reading":   {reads(nil), []string{"0:09", "0:33", "Nova", "52 words"}},
		"preparing": {reads(func(s *speech.Snapshot) { s.Phase, s.Estimated = speech.Preparing, true }), []string{"about 0:33", "Preparing audio"}},
		"silent":    {reads(func(s *speech.Snapshot) { s.Phase = speech.NoOutput }), []string{"No speakers found. Connect some to continue."}},
		"stands in": {
			reads(func(s *speech.Snapshot) { s.Voice.Local, s.Problem.Kind = true, problem.Offline }),
			[]string{"This computer", "The service can't be reached. This computer's voice is used instead."},
		},
		"a file":  {reads(func(s *speech.Snapshot) { s.Source.Kind, s.Title = speech.File, "Chapter one" }), []string{"Chapter one", "Marin"}},
		"made of": {made, []string{made.Making, "Cancel"}},
	} {
		_, w, _ := shownCard(t, c.state, 720, 1)
		for _, want := range c.want {
			if !says(w, want) {
				t.Errorf("%s: %q is not said: %q", name, want, seen.Texts(w.Canvas()))
			}
		}
	}
}

func TestTheButtonsOfTheCard(t *testing.T) {
	c, w, did := shownCard(t, atRest(), 720, 1)
	press := func(names ...string) {
		t.Helper()
		for _, name := range names {
			place := seen.Find(w.Canvas(), true, name).Control
			if place == nil {
				t.Fatalf("there is no %s", name)
			}
			test.TapCanvas(w.Canvas(), place.Center())
		}
	}
	press("Listen", "Voice: Marin", "Save audio…")
	if seen.Find(w.Canvas(), true, "Stop reading").Control != nil {
		t.Error("what is not read can be stopped")
	}
	c.Set(reads(nil))
	press("Pause", "Stop reading")
	made := atRest()
	made.Making = "Creating Boxes"
	c.Set(made)
	press("Cancel")
	empty := atRest()
	empty.ListenReason, empty.SaveReason = "Enter a text first.", "Enter a text first."
	c.Set(empty)
	press("Listen", "Save audio…")
	if got := strings.Join(*did, ", "); got != "listen, voice, save, stop, cancel" {
		t.Errorf("it did %s", got)
	}
	if toggled := c.controls.(*controls).toggled; toggled != 1 {
		t.Errorf("it was paused %d times", toggled)
	}
}

// All parts are there at every width and text size, none covers another, and when reading begins
// nothing but the track moves.
func TestThePartsOfTheCardFitAtEveryWidth(t *testing.T) {
	long := reads(func(s *speech.Snapshot) {
		s.Estimated, s.Length, s.Voice.Voice = true, 3723*time.Second, "a-voice-with-a-name-that-is-very-long"
	})
	for _, size := range []float32{1, 2} {
		for _, width := range []float32{432, 560, 648, 672, 720} {
			rest, _, _ := shownCard(t, atRest(), width, size)
			stay := []fyne.CanvasObject{rest.play, rest.voice, rest.speed, rest.save}
			type area struct {
				at   fyne.Position
				size fyne.Size
			}
			var at []area
			for _, o := range stay {
				at = append(at, area{o.Position(), o.Size()})
			}
			rest.Set(reads(func(s *speech.Snapshot) { s.Voice.Voice = "marin" }))
			for i, o := range stay {
				if now := (area{o.Position(), o.Size()}); now != at[i] {
					t.Errorf("%v wide, text %v: %T goes from %v to %v when reading begins", width, size, o, at[i], now)
				}
			}
			c, _, _ := shownCard(t, long, width, size)
			card := c.ground.Size()
			var before []fyne.CanvasObject
			for _, o := range []fyne.CanvasObject{c.play, c.stop, c.place, c.at, c.length, c.voice, c.speed, c.save} {
				p, s := o.Position(), o.Size()
				if !o.Visible() || s.Width < 20 || p.X < cardSides-1 || p.Y < 0 || p.X+s.Width > card.Width-cardSides+1 || p.Y+s.Height > card.Height {
					t.Errorf("%v wide, text %v: %T is at %v, %v large, on a card %v large", width, size, o, p, s, card)
				}
				for _, other := range before {
					q, r := other.Position(), other.Size()
					if p.X < q.X+r.Width && q.X < p.X+s.Width && p.Y < q.Y+r.Height-1 && q.Y < p.Y+s.Height-1 {
						t.Errorf("%v wide, text %v: %T and %T lie over each other", width, size, o, other)
					}
				}
				before = append(before, o)
			}
		}
	}
}

func TestACardThatGoesOnIsNotPainted(t *testing.T) {
	c, _, _ := shownCard(t, reads(nil), 720, 1)
	for place, want := range map[time.Duration]string{10 * time.Second: "0:09", 14 * time.Second: "0:14"} {
		c.Set(reads(func(s *speech.Snapshot) { s.Sentence = 1 })) // shown anew
		c.Set(reads(nil))
		c.Set(reads(func(s *speech.Snapshot) { s.Place = place }))
		if c.at.Text != want {
			t.Errorf("at %v it shows %s", place, c.at.Text)
		}
	}
}
