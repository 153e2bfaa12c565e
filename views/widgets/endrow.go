package widgets

import "fyne.io/fyne/v2"

// EndRow lays out buttons at the right end of a line, the first Left of them at the left end. If
// the line is too narrow, these Left buttons move to lines above, and all lines are right-aligned.
type EndRow struct {
	Left int

	width float32
}

// endGap is the space between two buttons of an EndRow, and between its lines.
const endGap = 8

// MinSize implements fyne.Layout. The height applies to the width of the last Layout.
func (e *EndRow) MinSize(o []fyne.CanvasObject) fyne.Size {
	high := float32(-endGap)
	for _, line := range e.lines(o) {
		high += endGap + rowSize(line).Height
	}
	return fyne.NewSize(0, max(high, 0))
}

// Layout implements fyne.Layout.
func (e *EndRow) Layout(o []fyne.CanvasObject, size fyne.Size) {
	e.width = size.Width
	lines, y := e.lines(o), float32(0)
	for _, line := range lines {
		row := rowSize(line)
		x := max(size.Width-row.Width, 0)
		if len(lines) == 1 && e.Left > 0 {
			x = 0
		}
		for i, one := range line {
			if i == e.Left && len(lines) == 1 {
				x = max(size.Width-rowSize(line[i:]).Width, 0)
			}
			m := one.MinSize()
			Place(one, x, y+(row.Height-m.Height)/2, min(m.Width, size.Width), m.Height)
			x += m.Width + endGap
		}
		y += row.Height + endGap
	}
}

// lines returns the buttons by line: all on one line, or else the first Left buttons above the
// others.
func (e *EndRow) lines(o []fyne.CanvasObject) [][]fyne.CanvasObject {
	if e.width <= 0 || rowSize(o).Width <= e.width {
		return [][]fyne.CanvasObject{o}
	}
	return append(e.wrap(o[:e.Left]), e.wrap(o[e.Left:])...)
}

// wrap breaks a row into lines that fit the width.
func (e *EndRow) wrap(o []fyne.CanvasObject) (lines [][]fyne.CanvasObject) {
	from := 0
	for i := range o {
		if i > from && rowSize(o[from:i+1]).Width > e.width {
			lines, from = append(lines, o[from:i]), i
		}
	}
	if from < len(o) {
		lines = append(lines, o[from:])
	}
	return lines
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
