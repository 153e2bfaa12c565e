package app

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

func TestAWindowIsFilledWhenItHasBeenCreated(t *testing.T) {
	test.NewTempApp(t)
	w := test.NewTempWindow(t, nil)
	filled := 0
	content := canvas.NewRectangle(nil)
	content.SetMinSize(fyne.NewSize(300, 200))
	fillWhenCreated(w, fyne.NewSize(640, 480), func() {
		filled++
		w.SetContent(content)
	})
	if filled != 0 {
		t.Fatal("filled before the window is created")
	}
	if size := w.Canvas().Size(); size != fyne.NewSize(640, 480) {
		t.Errorf("created at %v, want 640 by 480", size)
	}
	empty := w.Content()
	if size := empty.MinSize(); size != content.MinSize() || filled != 1 { // as Fyne asks
		t.Errorf("filled %d times, its minimum size is %v, want once and %v", filled, size, content.MinSize())
	}
	if w.Content() != fyne.CanvasObject(content) {
		t.Error("the content is not shown")
	}
}
