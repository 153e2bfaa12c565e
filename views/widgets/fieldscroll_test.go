package widgets

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// TestTheWheelOverAFieldMovesThePage fails with Fyne's own field, which keeps the wheel: whoever
// turned it down a page of settings stood still as soon as a field came under the pointer.
func TestTheWheelOverAFieldMovesThePage(t *testing.T) {
	test.NewTempApp(t)
	line, area := NewField("One line", ""), NewTextArea("Several lines", "", 3)
	page := container.NewVScroll(container.NewVBox(Gap(100), line, area, Gap(900)))
	w := test.NewTempWindow(t, page)
	w.Resize(fyne.NewSize(300, 400))
	turn := func(f *Field, by float32) float32 {
		t.Helper()
		before := page.Offset.Y
		turnWheel(t, f, by)
		return page.Offset.Y - before
	}
	if by := turn(line, -20); by != 20 {
		t.Errorf("over a field of one line the page moves by %v", by)
	}
	if by := turn(area, -20); by != 20 {
		t.Errorf("over an empty field the page moves by %v", by)
	}
	area.SetText(strings.Repeat("a line\n", 12))
	if by := turn(area, -20); by != 0 {
		t.Errorf("the page moves by %v before the text in the field does", by)
	}
	turn(area, -1000)
	if by := turn(area, -20); by != 20 {
		t.Errorf("at the end of the text the page moves by %v", by)
	}
	if by := turn(area, 20); by != 0 {
		t.Errorf("the page moves by %v where the text can go back", by)
	}
}

// turnWheel turns the wheel over a field, as the driver does: what is painted last and takes the
// wheel gets it.
func turnWheel(t *testing.T, f *Field, by float32) {
	t.Helper()
	var last fyne.Scrollable
	for _, o := range test.WidgetRenderer(f).Objects() {
		if s, ok := o.(fyne.Scrollable); ok && o.Visible() && o.Size() != (fyne.Size{}) {
			last = s
		}
	}
	if last == nil {
		t.Fatal("nothing in the field takes the wheel")
	}
	last.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, by)})
}

func TestALongLineHasNoScrollBar(t *testing.T) {
	test.NewTempApp(t)
	f := NewField("Address of the service", "")
	w := test.NewTempWindow(t, container.NewVBox(f))
	w.Resize(fyne.NewSize(200, 100))
	f.SetText(strings.Repeat("a long address ", 10))
	w.Canvas().Focus(f)
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	inner := test.WidgetRenderer(f).(*fieldRenderer).over.inner
	if inner.Offset.X == 0 {
		t.Error("the caret is not in sight")
	}
	for _, o := range test.WidgetRenderer(inner).Objects() {
		if o != inner.Content && o.Visible() && o.Size().Height > 0 && o.Size().Width > 0 {
			t.Errorf("%T is shown, %v large", o, o.Size())
		}
	}
}
