package widgets

import "fyne.io/fyne/v2"

// EndRow lays out buttons at the right end of a line. The first Left of them stand at its left end,
// or on a line above where there is too little room.
type EndRow struct {
	Left int

	width float32
}

// endGap is the space between two buttons of an EndRow, and between its two lines.
const endGap = 8

// MinSize implements fyne.Layout. The height is that of the width it was last laid out in.
func (e *EndRow) MinSize(o []fyne.CanvasObject) fyne.Size {
	left, right := rowSize(o[:e.Left]), rowSize(o[e.Left:])
	if e.breaks(left, right) {
		return fyne.NewSize(0, left.Height+endGap+right.Height)
	}
	return fyne.NewSize(0, max(left.Height, right.Height))
}

// Layout implements fyne.Layout.
func (e *EndRow) Layout(o []fyne.CanvasObject, size fyne.Size) {
	e.width = size.Width
	left, right := rowSize(o[:e.Left]), rowSize(o[e.Left:])
	y := float32(0)
	if e.breaks(left, right) {
		y = left.Height + endGap
	}
	place := func(o []fyne.CanvasObject, x, y float32) {
		for _, one := range o {
			m := one.MinSize()
			Place(one, x, y, m.Width, m.Height)
			x += m.Width + endGap
		}
	}
	place(o[:e.Left], 0, 0)
	place(o[e.Left:], max(size.Width-right.Width, 0), y)
}

// breaks reports whether what is at the left needs a line of its own.
func (e *EndRow) breaks(left, right fyne.Size) bool {
	return left.Width > 0 && e.width > 0 && left.Width+endGap+right.Width > e.width
}

// rowSize returns the size of objects side by side.
func rowSize(o []fyne.CanvasObject) (size fyne.Size) {
	for i, one := range o {
		m := one.MinSize()
		if i > 0 {
			size.Width += endGap
		}
		size.Width += m.Width
		size.Height = max(size.Height, m.Height)
	}
	return size
}
