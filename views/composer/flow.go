package composer

import "fyne.io/fyne/v2"

// flow places objects beside each other and begins a new row where there is no more room.
type flow struct {
	gap   float32
	width float32
}

// Layout implements fyne.Layout.
func (f *flow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	f.width = size.Width
	f.each(objects, func(o fyne.CanvasObject, at fyne.Position, size fyne.Size) {
		o.Move(at)
		o.Resize(size)
	})
}

// MinSize implements fyne.Layout. The height is that of the width it was last laid out in.
func (f *flow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var low float32
	f.each(objects, func(_ fyne.CanvasObject, at fyne.Position, size fyne.Size) { low = max(low, at.Y+size.Height) })
	return fyne.NewSize(0, low)
}

func (f *flow) each(objects []fyne.CanvasObject, do func(fyne.CanvasObject, fyne.Position, fyne.Size)) {
	x, y, row := float32(0), float32(0), float32(0)
	for _, o := range objects {
		m := o.MinSize()
		if f.width > 0 {
			m.Width = min(m.Width, f.width)
		}
		if x > 0 && f.width > 0 && x+m.Width > f.width {
			x, y, row = 0, y+row+f.gap, 0
		}
		do(o, fyne.NewPos(x, y), m)
		x += m.Width + f.gap
		row = max(row, m.Height)
	}
}
