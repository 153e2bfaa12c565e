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
	"parlando/views/words"
)

// shown is a bar in a window of a width.
func shown(t *testing.T, s speech.Snapshot, width float32) (*Bar, fyne.Window) {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(theme.Light, 1))
	b := New()
	b.Controls = &controls{volume: 1}
	b.Calls.OnSave = func() {}
	b.Set(s)
	w := test.NewTempWindow(t, b)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, b.HeightFor(width)))
	return b, w
}

func says(w fyne.Window, want string) bool {
	for _, s := range seen.Texts(w.Canvas()) {
		if s == want {
			return true
		}
	}
	return false
}

func TestTheBarSaysWhereItIs(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*speech.Snapshot)
		want   []string
	}{
		"playing":   {func(*speech.Snapshot) {}, []string{"Reading aloud · sentence 2 of 6", "0:09 / 0:33", "Nova", "1.0×"}},
		"paused":    {func(s *speech.Snapshot) { s.Phase = speech.Paused }, []string{"Paused · sentence 2 of 6"}},
		"guessed":   {func(s *speech.Snapshot) { s.Estimated = true }, []string{"0:09 of about 0:33"}},
		"unknown":   {func(s *speech.Snapshot) { s.Length = 0 }, []string{"0:09"}},
		"writing":   {func(s *speech.Snapshot) { s.Writing = true }, []string{"Reading aloud · sentence 2"}},
		"document":  {func(s *speech.Snapshot) { s.Source.Kind = speech.Document }, []string{"Reading · sentence 2 of 6"}},
		"waiting":   {func(s *speech.Snapshot) { s.Phase = speech.NoOutput }, []string{"No speakers found. Connect some to continue."}},
		"file":      {func(s *speech.Snapshot) { s.Source.Kind, s.Title, s.Sentence = speech.File, "Chapter one", 0 }, []string{"Chapter one"}},
		"long":      {func(s *speech.Snapshot) { s.Length = 3723 * time.Second }, []string{"0:09 / 1:02:03"}},
		"speed":     {func(s *speech.Snapshot) { s.Speed = 1.75 }, []string{"1.75×"}},
		"other":     {func(s *speech.Snapshot) { s.Voice.Voice = "ägir" }, []string{"Ägir"}},
		"damaged":   {func(s *speech.Snapshot) { s.Damaged = true }, []string{"Reading aloud · sentence 2 of 6", "Some damaged parts are silent."}},
		"stands in": {func(s *speech.Snapshot) { s.Voice.Local, s.Problem.Kind = true, problem.Offline }, []string{"This computer", "The service can't be reached. This computer's voice is used instead."}},
	} {
		t.Run(name, func(t *testing.T) {
			s := reading()
			c.change(&s)
			_, w := shown(t, s, 1400)
			for _, want := range c.want {
				if !says(w, want) {
					t.Errorf("%q is not said: %q", want, seen.Texts(w.Canvas()))
				}
			}
		})
	}
}

// A button never says "Pause" while nothing can be heard.
func TestWithoutSpeakersTheButtonTriesAgain(t *testing.T) {
	s := reading()
	s.Phase = speech.NoOutput
	_, w := shown(t, s, 1400)
	_, card, _ := shownCard(t, reads(func(s *speech.Snapshot) { s.Phase = speech.NoOutput }), 720, 1)
	for _, w := range []fyne.Window{w, card} {
		if seen.Find(w.Canvas(), true, "Pause").Control != nil || seen.Find(w.Canvas(), true, "Try again").Control == nil {
			t.Errorf("the window shows %q", seen.Texts(w.Canvas()))
		}
	}
}

// Whatever is shown stays in the bar, is not covered, and what counts most goes away last.
func TestEverythingFitsAtEveryWidth(t *testing.T) {
	states := map[string]speech.Snapshot{"playing": reading(), "offline": failed(problem.Offline), "voice": failed(problem.NoSpeech)}
	waiting := reading()
	waiting.Phase = speech.NoOutput
	states["waiting"] = waiting
	damaged := reading()
	damaged.Source.Kind, damaged.Title, damaged.Damaged = speech.Recording, "A lecture with a name that is longer than the bar is wide, and then some.flac", true
	states["damaged"] = damaged
	refused, most := failed(problem.RefusedSetting), 1.25
	refused.Problem.Refusal, refused.Problem.Status = &problem.Refusal{Field: "speed", Value: "1.5", Max: &most}, 400
	states["refused"] = refused
	for name, s := range states {
		for _, width := range []float32{480, 560, 644, 720, 1024} {
			b, _ := shown(t, s, width)
			var rows []fyne.CanvasObject
			for _, o := range test.WidgetRenderer(b).Objects()[1:] {
				if !o.Visible() || o == fyne.CanvasObject(b.note) {
					continue
				}
				at, size := o.Position(), o.Size()
				if at.X < 0 || at.Y < 0 || at.X+size.Width > width || at.Y+size.Height > b.Size().Height {
					t.Errorf("%s at %.0f: %T is at %v, %v large", name, width, o, at, size)
				}
				for _, other := range rows {
					p, q := other.Position(), other.Size()
					if at.X < p.X+q.Width-2 && p.X < at.X+size.Width-2 && at.Y < p.Y+q.Height-2 && p.Y < at.Y+size.Height-2 {
						t.Errorf("%s at %.0f: %T and %T lie over each other", name, width, o, other)
					}
				}
				rows = append(rows, o)
			}
			if name == "playing" && width >= 644 && !b.voice.Visible() {
				t.Errorf("no voice at %.0f", width)
			}
			if name == "damaged" && width >= 720 && b.note.Text != "Some damaged parts are silent." {
				t.Errorf("at %.0f the note is %q", width, b.note.Text)
			}
			if name == "refused" && (!b.fix.Visible() || width >= 720 && !b.without.Visible()) {
				t.Errorf("no way on from a refused speed at %.0f", width)
			}
			if name == "waiting" && width >= 560 && b.title.Size().Width < b.title.MinSize().Width {
				t.Errorf("what is the matter is cut short at %.0f", width)
			}
		}
	}
}

func TestThePlaceIsGoneToWhereItIsLetGo(t *testing.T) {
	b, _ := shown(t, reading(), 1024)
	did := b.Controls.(*controls)
	middle := fyne.NewPos(b.place.Size().Width/2, 8)
	b.place.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: middle}})
	if len(did.went) != 0 {
		t.Fatalf("gone to %v while it is dragged", did.went)
	}
	if got := b.clock.Text; got != "0:16 / 0:33" {
		t.Errorf("while it is dragged the clock says %q", got)
	}
	s := reading()
	s.Place = 10 * time.Second
	b.Set(s) // does not move it away under the hand
	if b.place.PlaybackPosition() != 16500*time.Millisecond {
		t.Errorf("under the hand it is at %v", b.place.PlaybackPosition())
	}
	b.place.DragEnd()
	b.place.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	b.place.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	b.place.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	b.place.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
	b.place.Tapped(&fyne.PointEvent{Position: middle})
	want := []time.Duration{16500 * time.Millisecond, 21500 * time.Millisecond, 33 * time.Second, 33 * time.Second, 0, 16500 * time.Millisecond}
	if len(did.went) != len(want) {
		t.Fatalf("gone to %v", did.went)
	}
	for i := range want {
		if did.went[i] != want[i] {
			t.Errorf("gone to %v, want %v", did.went[i], want[i])
		}
	}
}

func TestTheButtonOfAProblemHelps(t *testing.T) {
	for kind, want := range map[problem.Kind]words.Action{
		problem.Offline: words.TryAgain, problem.KeyRejected: words.EnterKey, problem.NoSpeech: words.UseComputerVoice, problem.Insecure: words.CheckAddress,
	} {
		b, _ := shown(t, failed(kind), 1024)
		var did words.Action
		b.Calls.OnProblemAction = func(a words.Action) { did = a }
		test.Tap(b.fix)
		if did != want {
			t.Errorf("%s: %v", kind, did)
		}
	}
	b, w := shown(t, failed(problem.NoVoice), 1024)
	w.Resize(fyne.NewSize(1024, 500))
	did := b.Controls.(*controls)
	test.Tap(b.fix)
	place := seen.Find(w.Canvas(), true, "Onyx").Best()
	if place == nil {
		t.Fatal("no voices are offered")
	}
	test.TapCanvas(w.Canvas(), place.Center())
	if did.voice != "onyx" {
		t.Errorf("the voice is %q", did.voice)
	}
}

func TestTheDetailsOfAProblemAreCopied(t *testing.T) {
	b, w := shown(t, failed(problem.KeyRejected), 1024)
	w.Resize(fyne.NewSize(1024, 500))
	var copied string
	b.Calls.OnCopy = func(text string) { copied = text }
	test.Tap(b.details)
	place := seen.Find(w.Canvas(), true, "Copy details").Best()
	if place == nil {
		t.Fatalf("it shows %q", seen.Texts(w.Canvas()))
	}
	test.TapCanvas(w.Canvas(), place.Center())
	if !strings.Contains(copied, "401") || !strings.HasSuffix(copied, "Response: no") {
		t.Errorf("copied %q", copied)
	}
}

func TestWhatDidNotChangeIsNotPainted(t *testing.T) {
	b, _ := shown(t, reading(), 1024)
	painted := test.WidgetRenderer(b).(*renderer)
	before := painted.paintings
	b.Set(reading())
	if painted.paintings != before {
		t.Error("the same was painted again")
	}
	for what, step := range map[string]struct {
		do   func(s *speech.Snapshot)
		want int
	}{
		"a second later":           {func(s *speech.Snapshot) { s.Place += time.Second }, 0},
		"five seconds later":       {func(s *speech.Snapshot) { s.Place += clockStep }, 1},
		"with another sentence":    {func(s *speech.Snapshot) { s.Sentence++ }, 1},
		"a second before":          {func(s *speech.Snapshot) { s.Place -= time.Second }, 1},
		"paused a moment later":    {func(s *speech.Snapshot) { s.Phase = speech.Paused; s.Place += time.Second }, 1},
		"where the person went to": {func(s *speech.Snapshot) { b.place.moved = true; s.Place += time.Second }, 1},
	} {
		s := reading()
		s.Sentence = 1 // shown anew
		b.Set(s)
		s = reading()
		b.Set(s)
		before := painted.paintings
		step.do(&s)
		b.Set(s)
		if n := painted.paintings - before; n != step.want {
			t.Errorf("%s it was painted %d times", what, n)
		}
	}
}

func TestMenusOfTheBar(t *testing.T) {
	b, w := shown(t, reading(), 1024)
	w.Resize(fyne.NewSize(1024, 500))
	did := b.Controls.(*controls)
	pick := func(name string) {
		t.Helper()
		place := seen.Find(w.Canvas(), true, name).Best()
		if place == nil {
			t.Fatalf("no %q", name)
		}
		test.TapCanvas(w.Canvas(), place.Center())
	}
	test.Tap(b.speed)
	pick("1.5×")
	test.Tap(b.voice)
	pick("This computer's voice")
	test.Tap(b.volume)
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
	if did.speed != 1.5 || did.volume != 0 || !did.local {
		t.Errorf("speed %v, volume %v, local %v", did.speed, did.volume, did.local)
	}
}

// controls remember what was asked last; went is each place.
type controls struct {
	went          []time.Duration
	speed, volume float64
	voice         string
	local         bool
	toggled       int
}

func (*controls) Previous()                             {}
func (*controls) Next()                                 {}
func (c *controls) Toggle()                             { c.toggled++ }
func (c *controls) Seek(to time.Duration)               { c.went = append(c.went, to) }
func (c *controls) SetSpeed(speed float64)              { c.speed = speed }
func (c *controls) SetVolume(volume float64)            { c.volume = volume }
func (c *controls) VoicesOf(speech.Voice) []string      { return speech.Voices() }
func (c *controls) ChooseVoice(name string, local bool) { c.voice, c.local = name, local }
