package textview

import "iter"

// Rows is the content of a Viewport, in rows below each other.
type Rows interface {
	Len() int
	// Height returns the height of a row, and lays it out if necessary.
	Height(i int) float32
	// ViewHeight returns the height of the view.
	ViewHeight() float32
}

// Viewport tracks the visible part of some rows. Its positions are relative to the view's top.
type Viewport struct {
	// Top is the first visible row, HiddenHeight the height of the part of that row above the view.
	// Both may be set to scroll to a row; Scroll normalizes them.
	Top          int
	HiddenHeight float32
	// BottomSpace is the space below the last row.
	BottomSpace float32

	rows Rows
}

// NewViewport returns a viewport at the first row; foot is the BottomSpace.
func NewViewport(rows Rows, foot float32) Viewport { return Viewport{rows: rows, BottomSpace: foot} }

// Scroll moves the rows up by dy, clamped to the content.
func (v *Viewport) Scroll(dy float32) {
	n := v.rows.Len()
	if n == 0 {
		v.Top, v.HiddenHeight = 0, 0
		return
	}
	v.Top = min(max(v.Top, 0), n-1)
	v.HiddenHeight += dy
	v.climb()
	for v.Top < n-1 {
		h := v.rows.Height(v.Top)
		if v.HiddenHeight < h {
			break
		}
		v.HiddenHeight -= h
		v.Top++
	}
	room := v.rows.ViewHeight()
	shown := -v.HiddenHeight
	for i := v.Top; i < n && shown < room; i++ {
		shown += v.rows.Height(i)
	}
	if missing := room - shown - v.BottomSpace; missing > 0 { // stop at the end of the last row
		v.HiddenHeight -= missing
		v.climb()
	}
}

// climb moves Top up while there is empty space above the row at Top.
func (v *Viewport) climb() {
	for v.HiddenHeight < 0 && v.Top > 0 {
		v.Top--
		v.HiddenHeight += v.rows.Height(v.Top)
	}
	v.HiddenHeight = max(v.HiddenHeight, 0)
}

// ScrollToEnd scrolls to the end of the last row.
func (v *Viewport) ScrollToEnd() {
	if n := v.rows.Len(); n > 0 {
		v.Top = n - 1
		v.HiddenHeight = v.rows.Height(n-1) + v.BottomSpace - v.rows.ViewHeight()
		v.climb()
	}
}

// ScrollTo scrolls so that the content at distance from below the top of row i is at y in the view.
func (v *Viewport) ScrollTo(i int, from, y float32) {
	if i >= 0 && i < v.rows.Len() {
		v.Top, v.HiddenHeight = i, from
		v.Scroll(-y)
	}
}

// Reveal scrolls by the smallest distance that makes the part [from, to] of row i visible. If the
// row is far away, it scrolls that part to a third of the view's height.
func (v *Viewport) Reveal(i int, from, to float32) {
	room := v.rows.ViewHeight()
	switch y, ok := v.Y(i); {
	case !ok:
		v.ScrollTo(i, from, room/3)
	case y+from < 0:
		v.Scroll(y + from)
	case y+to > room:
		v.Scroll(y + to - room)
	}
}

// Y returns the y position of the top of row i; ok is false if the row is far away.
func (v *Viewport) Y(i int) (y float32, ok bool) {
	if i < v.Top || i >= v.rows.Len() {
		return 0, false
	}
	room := v.rows.ViewHeight()
	y = -v.HiddenHeight
	for n := v.Top; n < i; n++ {
		if y > room {
			return 0, false
		}
		y += v.rows.Height(n)
	}
	return y, true
}

// IsVisible reports whether row i is completely visible or fills the view.
func (v *Viewport) IsVisible(i int) bool {
	y, ok := v.Y(i)
	return ok && y >= -1 && (y <= 1 || y+v.rows.Height(i) <= v.rows.ViewHeight()+1)
}

// RowAt returns the row at y and the row's top; below all rows, it returns the last visible row.
func (v *Viewport) RowAt(y float32) (i int, top float32) {
	i = -1
	for n, at := range v.VisibleRows() {
		if i, top = n, at; y < at+v.rows.Height(n) {
			break
		}
	}
	return i, top
}

// VisibleRows returns the visible rows and their tops.
func (v *Viewport) VisibleRows() iter.Seq2[int, float32] { return v.PrecedingRows(v.rows.ViewHeight()) }

// PrecedingRows returns the rows from the first visible one on whose top is above height, with
// their tops.
func (v *Viewport) PrecedingRows(height float32) iter.Seq2[int, float32] {
	return func(yield func(int, float32) bool) {
		y := -v.HiddenHeight
		for i := v.Top; i < v.rows.Len() && y < height; i++ {
			h := v.rows.Height(i)
			if !yield(i, y) {
				return
			}
			y += h
		}
	}
}
