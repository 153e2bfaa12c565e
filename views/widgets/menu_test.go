package widgets

import (
	"strconv"
	"testing"

	"fyne.io/fyne/v2"
)

// A menu that is higher than the window stays within it; the wheel and the keys reach every line.
func TestEachLineOfALongMenuIsReached(t *testing.T) {
	w := room(t, NewBody("behind"))
	var items []MenuItem
	for i := range 40 {
		items = append(items, MenuItem{Text: strconv.Itoa(i)})
	}
	menu := ShowMenuAt(w.Canvas(), fyne.NewPos(10, 10), 36, items)
	within := func(what string) {
		t.Helper()
		row, ok := w.Canvas().Focused().(*menuRow)
		if !ok {
			t.Fatalf("%s: the keyboard is at %v", what, w.Canvas().Focused())
		}
		top := fyne.CurrentApp().Driver().AbsolutePositionForObject(row).Y
		if top < 0 || top+row.Size().Height > w.Canvas().Size().Height {
			t.Errorf("%s: line %q is at %v in a window %v high", what, row.name, top, w.Canvas().Size().Height)
		}
	}
	within("at first")
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp}) // to the last line
	within("after a key")
	if bottom := menu.card.Position().Y + menu.card.Size().Height; bottom > w.Canvas().Size().Height {
		t.Errorf("the menu ends at %v", bottom)
	}
}

func TestAMenuIsNamedAfterWhatOpensIt(t *testing.T) {
	items := []MenuItem{{Text: "A"}}
	choice := NewDropdown("Voice", func() {})
	choice.Set("Alba")
	button := NewButton("Formats", Quiet, func() {})
	row := &fyne.Container{}
	w := room(t, &fyne.Container{Objects: []fyne.CanvasObject{choice, button, row}})
	for want, anchor := range map[string]fyne.CanvasObject{"Voice": choice, "Formats": button} {
		menu := ShowMenu(anchor, items)
		if menu.Name() != want {
			t.Errorf("it is named %q, want %q", menu.Name(), want)
		}
		menu.Hide()
	}
	w.Canvas().Focus(button)
	if name := ShowMenu(row, items).Name(); name != "Formats" {
		t.Errorf("opened by a button below a row, it is named %q", name)
	}
}
