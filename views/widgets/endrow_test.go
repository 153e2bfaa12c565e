package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

func TestButtonsStayInsideTheirRow(t *testing.T) {
	for _, c := range []struct {
		name         string
		width        float32
		left         int
		widths       []float32
		wantHeight   float32
		wantX, wantY []float32
	}{
		{"one line", 400, 1, []float32{100, 90, 120}, 36, []float32{0, 182, 280}, []float32{0, 0, 0}},
		{"the left ones above", 300, 1, []float32{100, 90, 120}, 80, []float32{200, 82, 180}, []float32{0, 44, 44}},
		{"each on its own", 150, 1, []float32{100, 90, 120}, 124, []float32{50, 60, 30}, []float32{0, 44, 88}},
		{"several at the left", 400, 2, []float32{260, 240, 110, 380}, 168, []float32{140, 160, 290, 20}, []float32{0, 44, 88, 132}},
		{"wider than the row", 300, 0, []float32{110, 380}, 80, []float32{190, 0}, []float32{0, 44}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var row []fyne.CanvasObject
			for _, w := range c.widths {
				button := canvas.NewRectangle(nil)
				button.SetMinSize(fyne.NewSize(w, 36))
				row = append(row, button)
			}
			l := &EndRow{Left: c.left}
			l.Layout(row, fyne.NewSize(c.width, 36))
			if h := l.MinSize(row).Height; h != c.wantHeight {
				t.Errorf("it is %g high, want %g", h, c.wantHeight)
			}
			for i, b := range row {
				if at, end := b.Position(), b.Position().X+b.Size().Width; at != fyne.NewPos(c.wantX[i], c.wantY[i]) || end > c.width {
					t.Errorf("button %d is at %v up to %g", i, at, end)
				}
			}
		})
	}
}
