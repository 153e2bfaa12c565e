package adjust

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/app/chat"
	"parlando/views/form"
	"parlando/views/form/formtest"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// shownPanel is a panel in a window, and what it has said.
type shownPanel struct {
	*Panel
	window fyne.Window
	said   []chat.Parameters
}

func show(t *testing.T, look theme.Preference, height float32) *shownPanel {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(look, 1))
	s := &shownPanel{Panel: New()}
	s.ToolTitle = func(name string) string { return map[string]string{"calculator": "Calculator"}[name] }
	s.OnChange = func(p chat.Parameters) { s.said = append(s.said, p) }
	s.OnClose, s.OnMakeDefault = func() {}, func(chat.Parameters) {}
	s.writing = true // so that its instructions can be typed
	s.SetExpanded(true)
	s.window = test.NewTempWindow(t, s.Panel)
	s.window.SetPadded(false)
	s.window.Resize(fyne.NewSize(287, height))
	return s
}

// controlOf returns the visible control whose name begins with name, the zero value if there is
// none.
func controlOf[T interface {
	fyne.CanvasObject
	fyne.Accessible
}](p *Panel, name string) (none T) {
	for _, o := range form.Controls[T](p.form) {
		if o.Visible() && strings.HasPrefix(o.AccessibilityLabel(), name) {
			return o
		}
	}
	return none
}

func (s *shownPanel) button(name string) *widgets.Button {
	return controlOf[*widgets.Button](s.Panel, name)
}

// dials are the names of the sliders that set chat.NumberParameters.
var dials = []string{"Creativity", "Choice of words", "Repeat less", "New topics"}

// lineOf returns the line of a setting.
func lineOf(p *Panel, name string) (line *lineLayout) {
	containers(p.form.Object(), func(c *fyne.Container) {
		if l, ok := c.Layout.(*lineLayout); ok && l.number.name == name {
			line = l
		}
	})
	return line
}

func (s *shownPanel) line(name string) *lineLayout { return lineOf(s.Panel, name) }

// box returns the container of the slider with this name and of what belongs to it.
func (s *shownPanel) box(name string) (box *fyne.Container) {
	containers(s.form.Object(), func(c *fyne.Container) {
		if len(c.Objects) > 1 {
			if slider, ok := c.Objects[1].(*widgets.Slider); ok && slider.AccessibilityLabel() == name {
				box = c
			}
		}
	})
	return box
}

// containers calls visit with c and all containers in it.
func containers(c *fyne.Container, visit func(*fyne.Container)) {
	visit(c)
	for _, o := range c.Objects {
		if inner, ok := o.(*fyne.Container); ok {
			containers(inner, visit)
		}
	}
}

// says reports whether the panel shows these words.
func (s *shownPanel) says(words string) bool {
	return slices.ContainsFunc(test.LaidOutObjects(s.form.Object()), func(o fyne.CanvasObject) bool {
		text, ok := o.(*widgets.Text)
		return ok && text.Text() == words
	})
}

// note returns the visible note of a setting.
func (s *shownPanel) note(field string) string {
	if note := s.notes[field]; s.says(note) {
		return note
	}
	return ""
}

func of[T any](v T) *T { return &v }

func (s *shownPanel) last(t *testing.T) chat.Parameters {
	t.Helper()
	if len(s.said) == 0 {
		t.Fatal("nothing was said")
	}
	return s.said[len(s.said)-1]
}

func (s *shownPanel) typeInto(n *number, text string) {
	test.Tap(n)
	n.field.SetText(text)
	n.field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
}

func TestNumbersTypedInTheFieldAreClamped(t *testing.T) {
	s := show(t, theme.Light, 748)
	for _, c := range []struct {
		slider     int
		typed      string
		want       float64
		shows, why string
	}{
		{0, "5", 2, "2", "above"},
		{0, "-1", 0, "0", "below"},
		{0, "0,75", 0.75, "0.75", "a comma"},
		{1, " 0.333 ", 0.333, "0.333", "spaces"},
		{2, "−9", -2, "-2", "a real minus"},
		{3, "1e9", 2, "2", "an exponent"},
	} {
		s.typeInto(s.line(dials[c.slider]).number, c.typed)
		p := s.last(t)
		got := *chat.NumberParameters[c.slider].Of(&p)
		if got == nil || *got != c.want {
			t.Errorf("%s: %q gives %v, want %v", c.why, c.typed, got, c.want)
		}
		if shows := s.line(dials[c.slider]).number.shown; shows != c.shows {
			t.Errorf("%s: shows %q, want %q", c.why, shows, c.shows)
		}
	}
}

// A shortcut can open another chat while a number is half typed.
func TestANumberHalfTypedStaysOutOfAnotherChat(t *testing.T) {
	s := show(t, theme.Light, 748)
	s.SetExpanded(true)
	for _, n := range form.Controls[*number](s.form) {
		s.Set(chat.Parameters{})
		test.Tap(n)
		n.field.SetText("1")
		s.Set(chat.Parameters{Instructions: "another chat"})
		said := len(s.said)
		s.window.Canvas().Unfocus()
		if len(s.said) != said || n.typed() || !s.params.Equal(chat.Parameters{Instructions: "another chat"}) {
			t.Errorf("%s: what was typed for another chat is taken: %+v", n.name, s.params)
		}
		s.Set(chat.Parameters{})
		test.Tap(n)
		n.field.SetText("2")
		s.CommitEdit()
		if p := s.last(t); n.typing != "2" && n.typing != "1" || p.Equal(chat.Parameters{}) {
			t.Errorf("%s: finished, it is %+v and shows %q", n.name, p, n.shown)
		}
	}
}

func TestWhatIsNoNumberLetsTheModelDecide(t *testing.T) {
	s := show(t, theme.Light, 748)
	for _, text := range []string{"", "warm", "NaN", "1 2"} {
		s.Set(chat.Parameters{Temperature: of(1.0), MaxTokens: of(10)})
		s.typeInto(s.line("Creativity").number, text)
		if p := s.last(t); p.Temperature != nil {
			t.Errorf("%q gives %v", text, *p.Temperature)
		}
	}
	for _, text := range []string{"", "0", "-5", "many"} {
		s.Set(chat.Parameters{MaxTokens: of(10)})
		s.typeInto(s.line("Maximum reply length").number, text)
		if p := s.last(t); p.MaxTokens != nil {
			t.Errorf("%q tokens gives %v", text, *p.MaxTokens)
		}
	}
}

func TestANumberThatIsChangedSaysSo(t *testing.T) {
	s := show(t, theme.Light, 1600)
	s.SetExpanded(true)
	tries := func(name, field string, typed map[string]string) {
		t.Helper()
		n := s.line(name).number
		for text, want := range typed {
			s.Set(chat.Parameters{})
			s.typeInto(n, text)
			if got := s.note(field); got != want {
				t.Errorf("%s: %q says %q, want %q", n.name, text, got, want)
			}
			s.Set(chat.Parameters{})
			if got := s.note(field); got != "" {
				t.Errorf("%s: another chat says %q", n.name, got)
			}
		}
	}
	tries("Creativity", "temperature", map[string]string{
		"5": "The highest value is 2.", "-1": "The lowest value is 0.", "warm": "Enter a number from 0 to 2.", "1.5": "", "2": "",
	})
	tries("Repeat less", "frequency_penalty", map[string]string{"-2.5": "The lowest value is -2.", "1e9": "The highest value is 2.", "-2": ""})
	tries("Maximum reply length", "max_tokens", map[string]string{
		"1e3": "Enter a whole number.", "-5": "Enter a whole number.", "1.5": "Enter a whole number.", "99999999999": "The highest value is 7,500,000.",
		"1,200": "", "1 200 000": "", "800": "",
	})
}

func TestLongestReplyTakesWholeNumbersAsPeopleWriteThem(t *testing.T) {
	s := show(t, theme.Light, 748)
	for text, want := range map[string]int{"750": 1000, "1,200": 1600, "1 200": 1600, "99999999999": 10_000_000} {
		s.Set(chat.Parameters{})
		s.typeInto(s.line("Maximum reply length").number, text)
		if p := s.last(t); p.MaxTokens == nil || *p.MaxTokens != want {
			t.Errorf("%q gives %v, want %d", text, p.MaxTokens, want)
		}
	}
	s.Set(chat.Parameters{MaxTokens: of(1000)})
	n := s.line("Maximum reply length").number
	if test.Tap(n); n.shown != "about 750 words" || n.field.Text != "750" {
		t.Errorf("it shows %q, to be edited as %q", n.shown, n.field.Text)
	}
	controlOf[*widgets.Slider](s.Panel, "Maximum reply length").TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	if p := s.last(t); *p.MaxTokens != 1333 || s.line("Maximum reply length").number.shown != "about 1,000 words" {
		t.Errorf("one step more is %d tokens, shown as %q", *p.MaxTokens, s.line("Maximum reply length").number.shown)
	}
}

func TestOnlyAPersonsChangesAreSaid(t *testing.T) {
	s := show(t, theme.Light, 748)
	s.Set(chat.Parameters{Temperature: of(0.8), MaxTokens: of(5), Instructions: "Be kind."})
	s.Set(chat.Parameters{})
	if len(s.said) != 0 {
		t.Fatalf("Set was said: %v", s.said)
	}
	test.Tap(s.line("Creativity").number)
	s.line("Creativity").number.field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if len(s.said) != 0 {
		t.Errorf("a number that was opened and left as it was is said: %v", s.said)
	}
	test.Tap(s.line("Creativity").number)
	s.line("Creativity").number.field.SetText("1.5")
	s.line("Creativity").number.field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if len(s.said) != 0 {
		t.Errorf("Escape did not leave the number as it was: %v", s.said)
	}
	test.Type(controlOf[*widgets.Field](s.Panel, "Your instructions"), "Hi")
	if p := s.last(t); p.Instructions != "Hi" || p.Temperature != nil {
		t.Errorf("instructions: %+v", p)
	}
}

func TestEachSliderChangesItsOwnParameter(t *testing.T) {
	s := show(t, theme.Light, 748)
	for i, get := range []func(chat.Parameters) *float64{
		func(p chat.Parameters) *float64 { return p.Temperature },
		func(p chat.Parameters) *float64 { return p.TopP },
		func(p chat.Parameters) *float64 { return p.FrequencyPenalty },
		func(p chat.Parameters) *float64 { return p.PresencePenalty },
	} {
		s.Set(chat.Parameters{})
		controlOf[*widgets.Slider](s.Panel, dials[i]).TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
		p := s.last(t)
		if got := get(p); got == nil || *got != chat.NumberParameters[i].Range.Max {
			t.Errorf("dial %d: %v", i, got)
		}
		*chat.NumberParameters[i].Of(&p) = nil
		if !p.IsZero() {
			t.Errorf("dial %d changed another: %+v", i, p)
		}
	}
}

func TestResetEmptiesOneOrAll(t *testing.T) {
	s := show(t, theme.Light, 748)
	if s.line("Creativity").reset.Visible() {
		t.Error("what is empty can be reset")
	}
	s.Set(chat.Parameters{Temperature: of(0.8), TopP: of(0.5), MaxTokens: of(7), Instructions: "Be kind."})
	test.Tap(s.line("Creativity").reset)
	if p := s.last(t); p.Temperature != nil || p.TopP == nil {
		t.Errorf("one: %+v", p)
	}
	if s.line("Creativity").reset.Visible() || s.line("Creativity").number.chosen {
		t.Error("the dial still shows a value")
	}
	said := len(s.said)
	test.Tap(s.button("Reset all"))
	if p := s.last(t); !p.IsZero() || controlOf[*widgets.Field](s.Panel, "Your instructions").Text != "" || s.line("Maximum reply length").number.chosen {
		t.Errorf("all: %+v, %q", p, controlOf[*widgets.Field](s.Panel, "Your instructions").Text)
	}
	if len(s.said) != said+1 {
		t.Errorf("one press is said %d times", len(s.said)-said)
	}
}

func TestTheKeyboardReachesAndTypesNumbers(t *testing.T) {
	s := show(t, theme.Light, 748)
	n := s.line("Maximum reply length").number
	c := s.window.Canvas()
	c.Focus(n)
	n.TypedRune('4')
	if c.Focused() != n.field {
		t.Fatal("a digit does not begin to type")
	}
	test.Type(n.field, "2")
	n.field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if p := s.last(t); p.MaxTokens == nil || *p.MaxTokens != 56 {
		t.Errorf("42 gives %v", p.MaxTokens)
	}
	if c.Focused() != n {
		t.Errorf("the keyboard went to %T", c.Focused())
	}
	n.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if p := s.last(t); p.MaxTokens != nil {
		t.Errorf("Delete left %d", *p.MaxTokens)
	}
	// A click elsewhere takes what was typed.
	n.TypedRune('9')
	c.Focus(controlOf[*widgets.Field](s.Panel, "Your instructions"))
	if p := s.last(t); p.MaxTokens == nil || *p.MaxTokens != 12 {
		t.Errorf("leaving gives %v", p.MaxTokens)
	}
	if c.Focused() != controlOf[*widgets.Field](s.Panel, "Your instructions") {
		t.Errorf("the keyboard was taken from where it went: %T", c.Focused())
	}
}

// Whatever the size of text, nothing is wider than the panel.
func TestLargeTextStaysInThePanel(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1.5))
	p := New()
	p.SetExpanded(true)
	w := test.NewWindow(p)
	t.Cleanup(w.Close)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(287, 700))
	right := func(o fyne.CanvasObject) float32 {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).X + o.Size().Width
	}
	for _, name := range dials {
		for _, o := range []fyne.CanvasObject{controlOf[*widgets.Slider](p, name), lineOf(p, name).number} {
			if right(o) > 287-margin+1 {
				t.Errorf("%T of %s ends at %v", o, name, right(o))
			}
		}
	}
}

func TestTheParametersOfAnotherChatAreLaidOutOnce(t *testing.T) {
	s := show(t, theme.Light, 748)
	counted := formtest.CountLayouts(s.form.Object())
	s.Set(chat.Parameters{Temperature: of(1.5), TopP: of(0.5), FrequencyPenalty: of(1.0), PresencePenalty: of(1.0), MaxTokens: of(500)})
	if counted.Times != 1 {
		t.Errorf("laid out %d times, want once", counted.Times)
	}
}
