package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

func TestTheBorderOfAFieldStandsAtItsEdges(t *testing.T) {
	f := NewField("Name", "")
	room(t, f)
	f.Resize(fyne.NewSize(200, 39))
	for _, o := range test.WidgetRenderer(f).Objects() {
		if r, ok := o.(*canvas.Rectangle); ok && r.StrokeWidth > 0 {
			if r.Position() != (fyne.Position{}) || r.Size() != f.Size() {
				t.Errorf("at %v, %v large", r.Position(), r.Size())
			}
			return
		}
	}
	t.Error("there is no border")
}
