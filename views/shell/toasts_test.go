package shell

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/motion"
	"parlando/views/motion/motiontest"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// However large the letters are, the button of a toast stays in the window.
func TestTheButtonOfAToastStaysInTheWindow(t *testing.T) {
	for _, size := range []float32{1, 2} {
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, size))
		toasts := NewToasts(func(time.Duration, func()) func() { return func() {} })
		w := test.NewTempWindow(t, toasts)
		w.SetPadded(false)
		w.Resize(fyne.NewSize(400, 500))
		toasts.Say("What you said stays in Recordings until tomorrow, whatever becomes of it.", "Show", func() {})
		card := last(toasts)
		right := card.Position().X + card.button.Position().X + card.button.Size().Width
		if left := card.Position().X; left < 0 || right > 400 {
			t.Errorf("at size %v the card begins at %v and its button ends at %v", size, left, right)
		}
		if bottom := card.Position().Y + card.Size().Height; card.Position().Y < 0 || bottom > 500 {
			t.Errorf("at size %v the card lies from %v to %v", size, card.Position().Y, bottom)
		}
		if words := card.words; words.Size().Height < 2*fynetheme.Size(fynetheme.SizeNameText) || words.Position().X+words.Size().Width > card.button.Position().X {
			t.Errorf("at size %v the words are %v", size, words.Size())
		}
	}
}

func room(t *testing.T, content fyne.CanvasObject) fyne.Window {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	w := test.NewTempWindow(t, content)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(600, 400))
	return w
}

// last returns the newest toast, nil for none.
func last(t *Toasts) *toastCard {
	if len(t.cards) == 0 {
		return nil
	}
	return t.cards[len(t.cards)-1]
}

// said returns the sentences of the toasts, the upper one first.
func said(t *Toasts) (all []string) {
	slices.SortFunc(t.cards, func(a, b *toastCard) int { return int(a.Position().Y - b.Position().Y) })
	for _, c := range t.cards {
		all = append(all, c.sentence)
	}
	return all
}

// toastClock is the clock of a toast, whose time tests let pass.
type toastClock struct {
	wait time.Duration
	over func() // nil while none runs
}

func (c *toastClock) after(d time.Duration, f func()) (stop func()) {
	c.wait, c.over = d, f
	return func() { c.over = nil }
}

func TestAToastStaysTenSecondsAndWhileThePointerOrTheKeyboardIsAtIt(t *testing.T) {
	var clock toastClock
	toasts := NewToasts(clock.after)
	w := room(t, toasts)
	pointTo := func(o fyne.CanvasObject) {
		test.MoveMouse(w.Canvas(), fyne.CurrentApp().Driver().AbsolutePositionForObject(o).AddXY(6, o.Size().Height/2))
	}
	leave := func() { test.MoveMouse(w.Canvas(), fyne.NewPos(1, 1)) }
	focus := func() { w.Canvas().Focus(last(toasts).button) }
	for name, c := range map[string]struct{ comes, leaves func() }{
		"the pointer at the words":           {func() { pointTo(last(toasts)) }, leave},
		"the pointer at the button":          {func() { pointTo(last(toasts).button) }, leave},
		"from the words to the button":       {func() { pointTo(last(toasts)); pointTo(last(toasts).button) }, leave},
		"the keyboard":                       {focus, w.Canvas().Unfocus},
		"the pointer, and then the keyboard": {func() { pointTo(last(toasts)); focus(); leave() }, w.Canvas().Unfocus},
	} {
		toasts.Say("The chat was deleted.", "Undo", func() {})
		if clock.wait < 10*time.Second || clock.over == nil {
			t.Fatalf("%s: it waits %v", name, clock.wait)
		}
		tooLate := clock.over
		c.comes()
		if clock.over != nil {
			t.Errorf("%s: its time goes on", name)
		}
		if tooLate(); last(toasts) == nil {
			t.Fatalf("%s: it went", name)
		}
		c.leaves()
		if clock.over == nil || clock.wait < 10*time.Second {
			t.Fatalf("%s: it stays for ever", name)
		}
		if clock.over(); last(toasts) != nil {
			t.Errorf("%s: it does not go by itself", name)
		}
	}
	toasts.SayUntilClosed("Your settings couldn't be read.", "Try again", func() {})
	pointTo(last(toasts))
	leave()
	if clock.over != nil {
		t.Error("what is to stay goes once the pointer was at it")
	}
}

// Tab leads to the button of a toast, its words come before it, and what is pressed by keyboard
// leaves the keyboard to the window.
func TestTheButtonOfAToastIsReachedBehindItsWords(t *testing.T) {
	var clock toastClock
	toasts := NewToasts(clock.after)
	field := widgets.NewField("Message", "")
	w := room(t, container.NewStack(field, toasts))
	undone := 0
	toasts.Say("The chat was deleted.", "Undo", func() { undone++ })
	w.Canvas().Focus(field)
	w.Canvas().FocusNext()
	if f := w.Canvas().Focused(); f != fyne.Focusable(last(toasts).button) {
		t.Fatalf("Tab leads to %T", f)
	}
	var order []string
	for _, o := range test.LaidOutObjects(toasts) {
		if a, is := o.(fyne.Accessible); is && a.AccessibilityRole() != fyne.AccessibleRoleContainer {
			order = append(order, a.AccessibilityLabel())
		}
	}
	if !slices.Equal(order, []string{"The chat was deleted.", "Undo"}) {
		t.Errorf("it is read as %q", order)
	}
	last(toasts).button.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if f := w.Canvas().Focused(); undone != 1 || last(toasts) != nil || f != nil {
		t.Errorf("undone %d times, the keyboard is at %T", undone, f)
	}
}

func TestAToastGoesByItselfAndTakesBackOnRequest(t *testing.T) {
	var later func()
	var waited time.Duration
	stopped := 0
	toasts := NewToasts(func(d time.Duration, f func()) func() {
		later, waited = f, d
		return func() { stopped++ }
	})
	room(t, toasts)
	undone := 0
	toasts.Say("Deleted.", "Undo", func() { undone++ })
	if waited < 5*time.Second || last(toasts) == nil {
		t.Fatalf("waits %v, card %v", waited, last(toasts))
	}
	later()
	if last(toasts) != nil || undone != 0 {
		t.Error("it does not go by itself")
	}
	toasts.Say("Deleted.", "Undo", func() { undone++ })
	test.Tap(last(toasts).button)
	if undone != 1 || last(toasts) != nil {
		t.Errorf("undone %d times, card %v", undone, last(toasts))
	}
	toasts.Say("One.", "", nil)
	before := stopped
	toasts.Say("One.", "", nil)
	if stopped != before+1 || len(toasts.cards) != 1 {
		t.Error("the clock of the toast that was replaced still runs")
	}
}

// Two toasts are shown, the newer below; a third replaces the one that offers nothing, or else the
// older: an Undo is not lost because something else is said.
func TestTwoToastsStackAndAThirdReplacesTheLesser(t *testing.T) {
	var clock toastClock
	toasts := NewToasts(clock.after)
	w := room(t, toasts)
	undo := func() {}
	for _, c := range []struct {
		say  string
		do   func()
		want []string
	}{
		{"Deleted.", undo, []string{"Deleted."}},
		{"Copied.", nil, []string{"Deleted.", "Copied."}},
		{"Copied.", nil, []string{"Deleted.", "Copied."}},
		{"Saved.", nil, []string{"Deleted.", "Saved."}},
		{"Moved.", undo, []string{"Deleted.", "Moved."}},
		{"Copied.", nil, []string{"Moved.", "Copied."}},
		{"Moved.", undo, []string{"Moved.", "Moved."}},
	} {
		toasts.Say(c.say, "Undo", c.do)
		if got := said(toasts); !slices.Equal(got, c.want) {
			t.Fatalf("after %q: %q, want %q", c.say, got, c.want)
		}
	}
	upper, lower := toasts.cards[0], toasts.cards[1]
	if end := upper.Position().Y + upper.Size().Height; end >= lower.Position().Y {
		t.Errorf("the upper ends at %v, the lower begins at %v", end, lower.Position().Y)
	}
	if end := lower.Position().Y + lower.Size().Height; end > w.Canvas().Size().Height {
		t.Errorf("the lower ends at %v", end)
	}
	test.Tap(upper.button)
	if len(toasts.cards) != 1 || toasts.cards[0] != lower {
		t.Error("pressing one button took both toasts away")
	}
}

// A pill of one line is as high as drawn, with round ends.
func TestAToastIsAPillOfOneLine(t *testing.T) {
	toasts := NewToasts(func(time.Duration, func()) func() { return func() {} })
	room(t, toasts)
	for _, do := range []func(){nil, func() {}} {
		toasts.Say("The chat was deleted.", "Undo", do)
		if h := last(toasts).Size().Height; h < 38 || h > 40 {
			t.Errorf("it is %v high", h)
		}
	}
}

func TestToastsSlideIntoTheirPlaces(t *testing.T) {
	toasts := NewToasts(func(time.Duration, func()) func() { return func() {} })
	room(t, toasts)
	clock := motiontest.Start(t)
	toasts.Say("One.", "", nil)
	clock.Advance(motion.Duration)
	before := last(toasts).Position().Y
	toasts.Say("Two.", "", nil)
	upper, lower := toasts.cards[0], toasts.cards[1]
	starts := []float32{upper.Position().Y, lower.Position().Y}
	clock.Advance(motion.Duration)
	if ends := []float32{upper.Position().Y, lower.Position().Y}; ends[1] != before || starts[0] <= ends[0] || starts[1] <= ends[1] ||
		starts[0]-ends[0] > motion.Most || starts[1]-ends[1] > motion.Most || clock.Running() != 0 {
		t.Errorf("the first was at %v; from %v to %v", before, starts, ends)
	}
}
