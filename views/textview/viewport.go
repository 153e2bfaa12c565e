package textview

import "iter"

// Rows are the content of a Viewport, one below the other.
type Rows interface {
	Len() int
	// Height is the height of a row, which is laid out if it was not.
	Height(i int) float32
	// Room is the height of the view.
	Room() float32
}

// Viewport is the part of some rows that is seen. Heights are measured from the top of the view.
type Viewport struct {
	// Top is the first row that is seen, and Over how much of it lies above. A row may be chosen by
	// setting both; Scroll puts them right.
	Top  int
	Over float32
	// Foot is the space below the last row.
	Foot float32

	rows Rows
}

// NewViewport returns a view of the first rows.
func NewViewport(rows Rows, foot float32) Viewport { return Viewport{rows: rows, Foot: foot} }

// Scroll moves the rows up by dy, and keeps the view within them.
func (v *Viewport) Scroll(dy float32) {
	n := v.rows.Len()
	if n == 0 {
		v.Top, v.Over = 0, 0
		return
	}
	v.Top = min(max(v.Top, 0), n-1)
	v.Over += dy
	v.climb()
	for v.Top < n-1 {
		h := v.rows.Height(v.Top)
		if v.Over < h {
			break
		}
		v.Over -= h
		v.Top++
	}
	room := v.rows.Room()
	shown := -v.Over
	for i := v.Top; i < n && shown < room; i++ {
		shown += v.rows.Height(i)
	}
	if missing := room - shown - v.Foot; missing > 0 { // no further than to the last row
		v.Over -= missing
		v.climb()
	}
}

// climb brings back rows above while there is room over the first one.
func (v *Viewport) climb() {
	for v.Over < 0 && v.Top > 0 {
		v.Top--
		v.Over += v.rows.Height(v.Top)
	}
	v.Over = max(v.Over, 0)
}

// End goes to the end of the last row.
func (v *Viewport) End() {
	if n := v.rows.Len(); n > 0 {
		v.Top = n - 1
		v.Over = v.rows.Height(n-1) + v.Foot - v.rows.Room()
		v.climb()
	}
}

// Bring shows what lies so far below the top of a row at a height of the view.
func (v *Viewport) Bring(i int, from, y float32) {
	if i >= 0 && i < v.rows.Len() {
		v.Top, v.Over = i, from
		v.Scroll(-y)
	}
}

// Reveal scrolls as little as brings what lies between two heights of a row into the view; to a
// third of it from far away.
func (v *Viewport) Reveal(i int, from, to float32) {
	room := v.rows.Room()
	switch y, ok := v.Y(i); {
	case !ok:
		v.Bring(i, from, room/3)
	case y+from < 0:
		v.Scroll(y + from)
	case y+to > room:
		v.Scroll(y + to - room)
	}
}

// Y is the top of a row; ok is false when it is far away.
func (v *Viewport) Y(i int) (y float32, ok bool) {
	if i < v.Top || i >= v.rows.Len() {
		return 0, false
	}
	room := v.rows.Room()
	y = -v.Over
	for n := v.Top; n < i; n++ {
		if y > room {
			return 0, false
		}
		y += v.rows.Height(n)
	}
	return y, true
}

// Shows reports whether all of a row is seen, or as much of it as there is room for.
func (v *Viewport) Shows(i int) bool {
	y, ok := v.Y(i)
	return ok && y >= -1 && (y <= 1 || y+v.rows.Height(i) <= v.rows.Room()+1)
}

// At is the row at a height, and its top; the last one that is seen where there is none below.
func (v *Viewport) At(y float32) (i int, top float32) {
	i = -1
	for n, at := range v.Seen() {
		if i, top = n, at; y < at+v.rows.Height(n) {
			break
		}
	}
	return i, top
}

// Seen returns the rows that reach into the view, and their tops.
func (v *Viewport) Seen() iter.Seq2[int, float32] { return v.Above(v.rows.Room()) }

// Above returns the rows from the first that is seen on that begin above a height, and their tops.
func (v *Viewport) Above(height float32) iter.Seq2[int, float32] {
	return func(yield func(int, float32) bool) {
		y := -v.Over
		for i := v.Top; i < v.rows.Len() && y < height; i++ {
			h := v.rows.Height(i)
			if !yield(i, y) {
				return
			}
			y += h
		}
	}
}
