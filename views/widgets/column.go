package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Column stacks objects, each as wide as the column. Unlike Fyne's VBox, it gives wrapped text the
// height that the text needs at that width.
type Column struct {
	// Gap is the space between two objects.
	Gap float32
	// Foot places the last object at the bottom edge.
	Foot bool

	width float32
}

// Layout implements fyne.Layout.
func (c *Column) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	c.width = size.Width
	y := float32(0)
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		h := HeightAt(o, size.Width)
		if c.Foot && i == len(objects)-1 {
			y = max(y, size.Height-h)
		}
		Place(o, 0, y, size.Width, h)
		y += h + c.Gap
	}
}

// MinSize implements fyne.Layout. The height applies to the width of the last Layout.
func (c *Column) MinSize(objects []fyne.CanvasObject) fyne.Size {
	h, n := float32(0), 0
	for _, o := range objects {
		if o.Visible() {
			h += HeightAt(o, c.width)
			n++
		}
	}
	return fyne.NewSize(0, h+float32(max(n-1, 0))*c.Gap)
}

// HeightAt returns the height that an object needs at a width.
func HeightAt(o fyne.CanvasObject, width float32) float32 {
	if width > 0 && o.Size().Width != width {
		o.Resize(fyne.NewSize(width, o.Size().Height))
	}
	return o.MinSize().Height
}

// Flow places objects side by side and starts a new row if there is no room left.
type Flow struct {
	// Gap is the space between two objects and between two rows.
	Gap float32
	// Center centers each row, Right moves it to the right edge.
	Center, Right bool

	width float32
}

// Layout implements fyne.Layout.
func (w *Flow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	w.width = size.Width
	w.place(objects, true)
}

// MinSize implements fyne.Layout.
func (w *Flow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, w.place(objects, false))
}

func (w *Flow) place(objects []fyne.CanvasObject, move bool) float32 {
	var x, y, low float32
	var row []fyne.CanvasObject
	endRow := func() {
		shift := w.width - x + w.Gap
		if w.Center {
			shift /= 2
		}
		if move && (w.Center || w.Right) {
			for _, o := range row {
				o.Move(o.Position().AddXY(shift, 0))
			}
		}
		x, y, row = 0, low+w.Gap, nil
	}
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		if w.width > 0 && m.Width > w.width {
			m = fyne.NewSize(w.width, HeightAt(o, w.width))
		}
		if x > 0 && w.width > 0 && x+m.Width > w.width {
			endRow()
		}
		if move {
			Place(o, x, y, m.Width, m.Height)
		}
		row = append(row, o)
		x += m.Width + w.Gap
		low = max(low, y+m.Height)
	}
	endRow()
	return low
}

// Gap returns an empty object of the given height.
func Gap(height float32) fyne.CanvasObject {
	r := canvas.NewRectangle(color.Transparent)
	r.SetMinSize(fyne.NewSize(0, height))
	return r
}
