package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"parlando/views/seen"
	"parlando/views/theme"
)

// room is an empty window in the program's own look.
func room(t *testing.T, content fyne.CanvasObject) fyne.Window {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	w := test.NewTempWindow(t, content)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(600, 400))
	return w
}

func TestAClickBesideAnOverlayHidesItUnlessItHoldsWords(t *testing.T) {
	w := room(t, NewBody("behind"))
	hidden := 0
	o := ShowOverlay(w.Canvas(), NewBody("card"), false, Below(fyne.NewPos(100, 100), 36, 200))
	o.OnHide = func() { hidden++ }
	o.Tapped(&fyne.PointEvent{Position: o.card.Position().AddXY(5, 5)})
	if hidden != 0 {
		t.Fatal("a click on the card hid it")
	}
	o.SetSticky(true)
	o.Tapped(&fyne.PointEvent{Position: fyne.NewPos(1, 1)})
	if hidden != 0 {
		t.Fatal("a click beside a sticky card hid it")
	}
	o.SetSticky(false)
	o.Tapped(&fyne.PointEvent{Position: fyne.NewPos(1, 1)})
	o.Hide()
	if hidden != 1 || len(w.Canvas().Overlays().List()) != 0 {
		t.Errorf("hidden %d times, %d overlays left", hidden, len(w.Canvas().Overlays().List()))
	}
}

func TestACardStaysInTheWindow(t *testing.T) {
	for _, c := range []struct{ anchor, card, window fyne.Size }{
		{fyne.NewSize(500, 20), fyne.NewSize(200, 100), fyne.NewSize(600, 400)},
		{fyne.NewSize(10, 380), fyne.NewSize(200, 100), fyne.NewSize(600, 400)},
		{fyne.NewSize(10, 200), fyne.NewSize(200, 900), fyne.NewSize(600, 400)},
		{fyne.NewSize(300, 200), fyne.NewSize(200, 300), fyne.NewSize(600, 400)},
	} {
		at, size := Below(fyne.NewPos(c.anchor.Width, c.anchor.Height), 20, 100)(c.window, c.card)
		if at.X < 8 || at.Y < 8 || at.X+size.Width > c.window.Width-8 || at.Y+size.Height > c.window.Height-8 {
			t.Errorf("%+v: at %v, %v", c, at, size)
		}
		if at.X < c.anchor.Width+20 && at.X+size.Width > c.anchor.Width && at.Y < c.anchor.Height+20 && at.Y+size.Height > c.anchor.Height {
			t.Errorf("%+v: at %v, %v it covers what has opened it", c, at, size)
		}
	}
}

func TestAQuestionIsHighEnoughForItsWords(t *testing.T) {
	w := room(t, NewBody("behind"))
	answered := false
	words := NewBody("A long sentence that goes over several lines because the question is not as wide as the window, and that must not run into the buttons below it.")
	o := Ask(w.Canvas(), "Delete it?", words, "Delete", "Keep", func() { answered = true })
	driver := fyne.CurrentApp().Driver()
	button, _ := w.Canvas().Focused().(*Button)
	if button == nil || button.AccessibilityLabel() != "Delete" {
		t.Fatalf("focused: %v", w.Canvas().Focused())
	}
	end := driver.AbsolutePositionForObject(words).Y + words.MinSize().Height
	if top := driver.AbsolutePositionForObject(button).Y; top < end {
		t.Errorf("the buttons begin at %v, the words end at %v", top, end)
	}
	test.Tap(button)
	if !answered || o.shown {
		t.Errorf("answered %v, still shown %v", answered, o.shown)
	}
}

// Where something may be lost, Enter keeps it.
func TestAQuestionBeforeALossIsAnsweredNoByEnter(t *testing.T) {
	w := room(t, NewBody("behind"))
	lost := 0
	ask := func() {
		AskBeforeLoss(w.Canvas(), "Delete it?", NewBody("It cannot be undone."), "Delete", "Keep", func() { lost++ })
	}
	ask()
	keep, _ := w.Canvas().Focused().(*Button)
	if keep == nil || keep.AccessibilityLabel() != "Keep" {
		t.Fatalf("focused: %v", w.Canvas().Focused())
	}
	keep.TypedKey(key(fyne.KeyReturn))
	if lost != 0 || w.Canvas().Overlays().Top() != nil {
		t.Errorf("after Enter %d are lost, the question is still there: %v", lost, w.Canvas().Overlays().Top() != nil)
	}
	ask()
	test.TapCanvas(w.Canvas(), seen.Find(w.Canvas(), true, "Delete").Control.Center())
	if lost != 1 {
		t.Errorf("after Delete %d are lost", lost)
	}
}

func TestADisabledLineOfAMenuDoesNothingAndSaysWhy(t *testing.T) {
	w := room(t, NewBody("behind"))
	o := ShowMenuAt(w.Canvas(), fyne.NewPos(10, 10), 20, []MenuItem{
		{Text: "Save", DisabledReason: "There is nothing to save yet.", Do: func() { t.Error("it was done") }},
	})
	row, _ := w.Canvas().Focused().(*menuRow)
	if row == nil {
		t.Fatal("no line is focused")
	}
	row.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	row.Tapped(nil)
	if !o.shown {
		t.Error("the menu closed")
	}
	row.MouseIn(&desktop.MouseEvent{PointEvent: fyne.PointEvent{AbsolutePosition: fyne.NewPos(30, 30)}})
	if o.hint.card == nil {
		t.Fatal("the reason is not shown")
	}
	row.MouseOut()
	if o.hint.card != nil || o.hint.waiting != nil {
		t.Error("the reason stays, or is still to come")
	}
}

func TestAFieldGivesTheWindowWhatItHasNoUseFor(t *testing.T) {
	field := NewField("Name", "")
	w := room(t, container.NewVBox(field))
	keys := 0
	w.Canvas().SetOnTypedKey(func(*fyne.KeyEvent) { keys++ })
	w.Canvas().Focus(field)
	field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	if keys != 1 { // shortcuts take the same way, but the test driver's windows take none
		t.Errorf("%d keys reached the window, want Escape alone", keys)
	}
	field.OnEscape = func() {}
	field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if keys != 1 {
		t.Error("an Escape that the field used went on to the window")
	}
}

func TestWordsTooLongForARowAreCutAndTheNameIsWhole(t *testing.T) {
	const long = "A name that is much longer than the room there is for it"
	b := NewButton(long, Secondary, nil).SetIcon("sparkles").SetMarks(Mark{Icon: "eye", Name: "Sees"}, Mark{Icon: "star", Name: "Stars"}).SetIconAfter("chevron-down")
	room(t, container.NewWithoutLayout(b))
	b.Resize(fyne.NewSize(160, 36))
	words, after := part[*canvas.Text](b, 2), part[*canvas.Image](b, 3)
	if got := words.Text; got == long || got == "" {
		t.Errorf("shows %q", got)
	}
	if after.Position().X+smallIcon() > 160 {
		t.Errorf("the chevron lies outside: %v", after.Position())
	}
	if b.AccessibilityLabel() != long {
		t.Errorf("the name is %q", b.AccessibilityLabel())
	}
}

// Fyne tells no control that an overlay now lies over it.
func TestATooltipEndsWhenAnOverlayOpens(t *testing.T) {
	w := test.NewTempWindow(t, nil)
	b := NewIconButton("x", "Close", func() {})
	w.SetContent(TrackInput(WithTooltips(b, w.Canvas()), w.Canvas()))
	b.MouseIn(&desktop.MouseEvent{PointEvent: fyne.PointEvent{AbsolutePosition: fyne.NewPos(30, 30)}})
	in := inputOn(w.Canvas())
	if in == nil || in.tip == nil {
		t.Fatal("the window knows no tooltip")
	}
	ShowOverlay(w.Canvas(), NewBody("A sheet"), true, Centered(200))
	if in.tip != nil {
		t.Error("the tooltip stays over the dimmed window")
	}
}
