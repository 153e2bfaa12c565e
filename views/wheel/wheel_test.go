package wheel

import (
	"runtime"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
)

func TestANotchOfTheWheelIsThreeLines(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("the wheel of macOS has a curve of its own")
	}
	for turned, want := range map[float32]float32{-25: 72, 50: -144, -37.5: 108, -12.5: 12.5, 7: -7, -30: 30} {
		if got := Distance(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, turned)}, 24); got != want {
			t.Errorf("%g moves %g, want %g", turned, got, want)
		}
	}
}

func TestTheWheelMovesAPageByThreeLines(t *testing.T) {
	test.NewTempApp(t)
	bottom := canvas.NewText("the end", nil)
	page := NewVScroll(container.NewVBox(container.NewGridWrap(fyne.NewSize(80, 2000)), bottom))
	w := test.NewTempWindow(t, page)
	w.Resize(fyne.NewSize(200, 300))
	test.Scroll(w.Canvas(), fyne.NewPos(100, 100), 0, -notch)
	want := float32(notch)
	if runtime.GOOS != "darwin" {
		want = 3 * fyne.MeasureText("M", fynetheme.Size(fynetheme.SizeNameText), fyne.TextStyle{}).Height
	}
	if page.Offset.Y != want {
		t.Errorf("a notch moves the page by %v, want %v", page.Offset.Y, want)
	}
	test.Scroll(w.Canvas(), fyne.NewPos(100, 100), 0, -1e6)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(bottom)
	if foot := at.Y + bottom.Size().Height; foot > w.Canvas().Size().Height {
		t.Errorf("the end of the page is at %v in a window of %v", foot, w.Canvas().Size())
	}
}
