package adjust

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/views/seen"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// at is the position of an object in the window.
func at(o fyne.CanvasObject) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
}

func TestEverySliderSaysWhatItDoesInPlainWords(t *testing.T) {
	s := show(t, theme.Light, 1400)
	read := strings.Join(seen.Texts(s.window.Canvas()), " ")
	for _, words := range []string{
		"Low for facts, high for ideas", "Change this or Creativity, not both", "Low stays on the topic, high moves on", "as the model decides",
	} {
		if !strings.Contains(read, words) {
			t.Errorf("%q is not there", words)
		}
	}
	for _, technical := range []string{"Temperature", "Top-p", "penalty", "tokens", "Stop ·", "User ·", "Stream", "_"} {
		if strings.Contains(read, technical) {
			t.Errorf("the panel is full of %q", technical)
		}
	}
	for i, technical := range []string{"Temperature · 0 to 2", "Top-p · 0 to 1", "Frequency penalty · –2 to 2", "Presence penalty · –2 to 2"} {
		name := dials[i]
		slider, hinted := controlOf[*widgets.Slider](s.Panel, name), s.line(name).name
		if slider.ToolTip() != technical || hinted.ToolTip() != technical {
			t.Errorf("the hints of %s are %q and %q", name, slider.ToolTip(), hinted.ToolTip())
		}
	}
}

// A panel of the usual width needs no second line to explain a setting.
func TestEachHelpTakesOneLine(t *testing.T) {
	s := show(t, theme.Light, 2000)
	s.window.Resize(fyne.NewSize(327, 2000))
	s.Set(chat.Parameters{Replies: of(2), ToolChoice: chat.ToolsRequired, Tools: []string{"calculator"}})
	line := widgets.NewMuted("M").NoMargin().MinSize().Height
	for _, o := range test.LaidOutObjects(s.form.Object()) {
		if text, ok := o.(*widgets.Text); ok && text.Visible() && text.Size().Height > 1.5*line {
			t.Errorf("%q is %v high", text.Text(), text.Size().Height)
		}
	}
}

// With large text a sentence takes two lines, and nothing lies over anything.
func TestASliderGrowsWithItsSentence(t *testing.T) {
	s := show(t, theme.Light, 1400)
	before := s.box(dials[3]).Size().Height
	fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, 2))
	s.window.Resize(fyne.NewSize(280, 1400))
	parts := s.box(dials[3]).Objects
	if got := s.box(dials[3]).Size().Height; got < 1.5*before {
		t.Errorf("the dial is %v high, and was %v", got, before)
	}
	for i, o := range parts[1:] {
		above := parts[i]
		if end := above.Position().Y + above.Size().Height; o.Position().Y < end-4 {
			t.Errorf("part %d begins at %v, and the one above ends at %v", i+1, o.Position().Y, end)
		}
	}
}

func TestANumberWithoutASliderLooksLikeAFieldAndStandsWhereItIsWritten(t *testing.T) {
	s := show(t, theme.Light, 1400)
	n := s.line("Same reply every time").number
	ring, _ := test.WidgetRenderer(n).Objects()[0].(*canvas.Rectangle)
	if !ring.Visible() || ring.FillColor != fynetheme.Color(theme.ColorTint) || ring.Size() != n.Size() {
		t.Errorf("there is no field around it: shown %v, filled with %v, %v of %v", ring.Visible(), ring.FillColor, ring.Size(), n.Size())
	}
	place, size := at(n), n.Size()
	if right := place.X + size.Width; right != 287-margin {
		t.Errorf("it ends at %v", right)
	}
	if name := at(s.line("Same reply every time").name).Y + s.line("Same reply every time").name.Size().Height/2; name != place.Y+size.Height/2 {
		t.Errorf("the middle of its name is at %v, its own at %v", name, place.Y+size.Height/2)
	}
	test.Tap(n)
	if got := at(n.field); got != place || n.field.Size() != size {
		t.Errorf("it is written at %v, %v large; it stood at %v, %v large", got, n.field.Size(), place, size)
	}
	n.field.SetText("300")
	n.field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := at(n); got != place || n.Size() != size || !s.line("Same reply every time").reset.Visible() {
		t.Errorf("with a value it is at %v, %v large", got, n.Size())
	}
}

func TestResetAllLeavesToolsAndTheFormOfAnswersAlone(t *testing.T) {
	s := show(t, theme.Light, 1400)
	rest := chat.Parameters{Tools: []string{"calculator"}, Answer: &chat.AnswerForm{Name: "receipts"}}
	s.Set(rest)
	test.Tap(s.button("Reset all"))
	if s.button("Undo") != nil {
		t.Error("a reset of nothing can be taken back")
	}
	set := rest.Clone()
	set.Temperature, set.ToolChoice, set.Preset = of(0.8), chat.ToolsRequired, "preset-1"
	s.Set(set)
	test.Tap(s.button("Reset all"))
	if got := s.last(t); !got.Equal(rest) || got.Preset != "" {
		t.Errorf("reset to %+v", got)
	}
	test.Tap(s.button("Undo"))
	if got := s.last(t); !got.Equal(set) || got.Preset != "preset-1" {
		t.Errorf("taken back: %+v", got)
	}
}

func TestResetAllCanBeTakenBack(t *testing.T) {
	s := show(t, theme.Light, 1400)
	test.Tap(s.button("Reset all"))
	if s.button("Undo") != nil {
		t.Error("a reset of nothing can be taken back")
	}
	set := chat.Parameters{Temperature: of(0.8), MaxTokens: of(7), Stop: []string{"END"}, Instructions: "Be kind."}
	s.Set(set)
	s.SetExpanded(false)
	place := at(s.button("Reset all"))
	test.Tap(s.button("Reset all"))
	if s.button("Undo") == nil || at(s.button("Reset all")) != place || s.button("Undo").Size().Height != s.button("Reset all").Size().Height {
		t.Errorf("Undo is %v; Reset all is at %v and was at %v", s.button("Undo"), at(s.button("Reset all")), place)
	}
	s.window.Canvas().Focus(s.button("Undo"))
	test.Tap(s.button("Undo"))
	if got := s.last(t); !got.Equal(set) || controlOf[*widgets.Field](s.Panel, "Your instructions").Text != "Be kind." || s.line("Maximum reply length").number.shown != "about 5 words" {
		t.Errorf("taken back: %+v, shows %q", got, s.line("Maximum reply length").number.shown)
	}
	if s.button("Undo") != nil || s.window.Canvas().Focused() != fyne.Focusable(s.button("Reset all")) {
		t.Errorf("Undo stays, or the keyboard is nowhere: %T", s.window.Canvas().Focused())
	}
	// What was set since is not lost by it, nor is it for another chat.
	for why, next := range map[string]func(){
		"changed":      func() { s.typeInto(s.line("Creativity").number, "0.4") },
		"another chat": func() { s.Set(chat.Parameters{}) },
	} {
		s.Set(set)
		test.Tap(s.button("Reset all"))
		if next(); s.button("Undo") != nil {
			t.Errorf("%s: Undo stays", why)
		}
	}
}

// With the largest text, a value shrinks a little instead of touching the name before it, or is
// below the name.
func TestALongValueKeepsItsDistanceFromTheName(t *testing.T) {
	s := show(t, theme.Light, 1400)
	s.window.Resize(fyne.NewSize(437, 1400))
	fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light, 2))
	s.window.Resize(fyne.NewSize(436, 1400))
	for _, name := range []string{"Maximum reply length", "Choice of words"} {
		l := s.line(name)
		end := at(l.name).X + l.name.MinSize().Width
		words, _ := test.WidgetRenderer(l.number).Objects()[1].(*canvas.Text)
		begin := at(l.number).X + words.Position().X
		if below := at(l.number).Y >= at(l.name).Y+l.name.MinSize().Height; begin < end+7 && !below {
			t.Errorf("%s ends at %v, its value begins at %v", name, end, begin)
		}
		if full := fynetheme.Size(fynetheme.SizeNameCaptionText); words.TextSize < full*leastShrunk {
			t.Errorf("the value of %s has the size %v of %v", name, words.TextSize, full)
		}
	}
}
