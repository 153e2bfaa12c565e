package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
)

// The ring is shown after a key and never after the pointer, also in a menu that a click opened.
func TestTheRingIsShownAfterAKey(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, 1))
	w := test.NewTempWindow(t, nil)
	var open *Button
	open = NewButton("More", Secondary, func() {
		ShowMenu(open, []MenuItem{{Text: "Rename", Do: func() {}}, {Text: "Delete", Do: func() {}}})
	})
	w.SetContent(TrackInput(container.NewVBox(open, NewButton("Next", Secondary, nil)), w.Canvas()))
	ringed := func() bool {
		t.Helper()
		focused, ok := w.Canvas().Focused().(fyne.Widget)
		if !ok {
			t.Fatal("nothing is focused")
		}
		ground := part[*canvas.Rectangle](focused, 0)
		return ground.StrokeWidth == 2 && ground.StrokeColor == fynetheme.Color(theme.ColorAccent)
	}
	key := func(name fyne.KeyName) {
		e := &fyne.KeyEvent{Name: name}
		if k, ok := w.Canvas().Focused().(desktop.Keyable); ok {
			k.KeyDown(e)
		} else {
			KeyPressed() // what the window does where no control is focused
		}
		switch f := w.Canvas().Focused(); {
		case name == fyne.KeyTab:
			w.Canvas().FocusNext()
		case f != nil:
			f.TypedKey(e)
		}
	}
	test.Tap(open)
	if ringed() {
		t.Error("a menu that a click opened shows the ring")
	}
	key(fyne.KeyDown)
	if !ringed() {
		t.Error("an arrow key shows no ring in the menu")
	}
	key(fyne.KeyEscape)
	w.Canvas().Unfocus()
	key(fyne.KeyTab)
	if !ringed() {
		t.Error("Tab shows no ring")
	}
	key(fyne.KeyReturn)
	if !ringed() {
		t.Error("a menu that a key opened shows no ring")
	}
}
