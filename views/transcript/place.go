package transcript

import "time"

// lay lays a line out and returns it.
func (l *lines) lay(i int) *row {
	r := l.rows[i]
	r.own.lay(r.Text, l.shape.width, l.style(), l.ruler)
	high := r.own.lines
	if l.translated {
		r.other.lay(r.Translation, l.shape.width, l.style(), l.ruler)
		switch {
		case l.shape.under && (r.Translation != "" || l.typing.row == i && l.typing.other):
			high += r.other.lines
		case !l.shape.under:
			high = max(high, r.other.lines)
		}
	}
	r.at = l.shape
	r.height = float32(high)*l.lineHeight() + 2*above
	return r
}

// guess is the height of a line, whether it was laid out or not.
func (l *lines) guess(r *row) float32 {
	if r.at == l.shape && r.height > 0 {
		return r.height
	}
	across := max(l.shape.width/(7*l.zoom), 1)
	high := int(float32(len(r.Text))/across) + 1
	if l.shape.under && r.Translation != "" {
		high += int(float32(len(r.Translation))/across) + 1
	}
	return float32(high)*l.lineHeight() + 2*above
}

func (l *lines) height(i int) float32 { return l.lay(i).height }

// room is the height of what can be seen.
func (l *lines) room() float32 { return max(l.Size().Height, l.lineHeight()) }

// scroll moves the lines up by dy and holds them within what there is.
func (l *lines) scroll(dy float32) {
	if len(l.rows) == 0 {
		l.top, l.over = 0, 0
		return
	}
	l.over += dy
	l.climb()
	for l.top < len(l.rows)-1 && l.over >= l.height(l.top) {
		l.over -= l.height(l.top)
		l.top++
	}
	// Not further than to the last line at the foot.
	shown := -l.over
	for i := l.top; i < len(l.rows) && shown < l.room(); i++ {
		shown += l.height(i)
	}
	if missing := l.room() - shown - endRoom; missing > 0 {
		l.over -= missing
		l.climb()
	}
}

// climb brings back lines above while there is room over the first one.
func (l *lines) climb() {
	for l.over < 0 && l.top > 0 {
		l.top--
		l.over += l.height(l.top)
	}
	l.over = max(l.over, 0)
}

// y is the top of a line, measured from the top of the view; ok is false when it is far away.
func (l *lines) y(i int) (y float32, ok bool) {
	if i < l.top || i >= len(l.rows) {
		return 0, false
	}
	y = -l.over
	for n := l.top; n < i; n++ {
		if y > l.room() {
			return 0, false
		}
		y += l.height(n)
	}
	return y, true
}

// inWindow reports whether all of a line can be seen, or as much of it as there is room for.
func (l *lines) inWindow(i int) bool {
	y, ok := l.y(i)
	return ok && y >= -1 && (y+l.height(i) <= l.room()+1 || y <= 1)
}

// bring puts a line so far below the top.
func (l *lines) bring(i int, y float32) {
	if i < 0 || i >= len(l.rows) {
		return
	}
	l.top, l.over = i, 0
	l.scroll(-y)
}

// reveal scrolls as little as brings what lies between two heights of a line into the view.
func (l *lines) reveal(i int, from, to float32) {
	y, ok := l.y(i)
	switch {
	case !ok:
		l.bring(i, l.room()/3)
		if y, ok = l.y(i); ok && y+to > l.room() {
			l.scroll(y + to - l.room()*2/3)
		}
	case y+from < 0:
		l.scroll(y + from)
	case y+to > l.room():
		l.scroll(y + to - l.room())
	}
}

// rowAt is the line under a height, and its top; -1 where there is none.
func (l *lines) rowAt(y float32) (i int, top float32) {
	top = -l.over
	for i := l.top; i < len(l.rows); i++ {
		h := l.height(i)
		if y < top+h {
			return i, top
		}
		if top += h; top > l.room() {
			break
		}
	}
	return -1, 0
}

// column is where one of the columns of a line begins: its left edge, and how many lines of words stand above it.
func (l *lines) column(r *row, other bool) (x float32, first int) {
	switch {
	case !other:
		return l.shape.text, 0
	case l.shape.under:
		return l.shape.text, r.own.lines
	}
	return l.shape.other, 0
}

// under is the place in the words of a line, in one of its columns, nearest to a point.
func (l *lines) under(i int, top, x, y float32, other bool) int {
	r := l.lay(i)
	p := r.paragraph(other)
	left, first := l.column(r, other)
	n := min(max(int((y-top-above)/l.lineHeight())-first, 0), p.lines-1)
	return p.at(n, x-left, l.ruler)
}

// lineOf is the line that sounds at a time: the last that has begun; -1 before the first, or where there are no times.
func (l *lines) lineOf(t time.Duration) int {
	if !l.timed {
		return -1
	}
	low, high := -1, len(l.rows)-1
	for low < high {
		mid := (low + high + 1) / 2
		if l.rows[mid].Start <= t {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low
}
