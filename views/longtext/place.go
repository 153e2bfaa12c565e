package longtext

import (
	"parley/views/conversation/textflow"
)

// lay lays a segment out and returns it.
func (b *Box) lay(i int) *segment {
	s := b.text.segments[i]
	width := b.width()
	if s.flow == nil || s.flow.Runs[0].Text != s.text || s.flow.Runs[0].Style.Size != b.size {
		run := textflow.Run{Text: s.text, Style: textflow.Style{Size: b.size}, Start: 0, End: len(s.text)}
		s.flow = textflow.Lay(s.flow, []textflow.Run{run}, width, b.ruler)
	}
	return s
}

// width is the room for a line.
func (b *Box) width() float32 { return max(b.Size().Width-2*margin, 40) }

// lines is how many lines a segment takes, at least one.
func (b *Box) lines(i int) int { return max(len(b.lay(i).flow.Lines), 1) }

func (b *Box) height(i int) float32 { return float32(b.lines(i)) * b.line }

// room is the height of what can be seen of the text.
func (b *Box) room() float32 { return max(b.Size().Height-2*margin, b.line) }

// scroll moves the text up by dy and holds it within what there is.
func (b *Box) scroll(dy float32) {
	b.above += dy
	for b.above < 0 && b.top > 0 {
		b.top--
		b.above += b.height(b.top)
	}
	b.above = max(b.above, 0)
	for b.top < len(b.text.segments)-1 && b.above >= b.height(b.top) {
		b.above -= b.height(b.top)
		b.top++
	}
	// Not further than to the last line at the foot.
	shown := -b.above
	for i := b.top; i < len(b.text.segments) && shown < b.room(); i++ {
		shown += b.height(i)
	}
	if missing := b.room() - shown; missing > 0 {
		b.above -= missing
		for b.above < 0 && b.top > 0 {
			b.top--
			b.above += b.height(b.top)
		}
		b.above = max(b.above, 0)
	}
}

// lineAt is the line of a segment that holds a place in it.
func lineAt(s *segment, inside int) int {
	for n := len(s.flow.Lines) - 1; n > 0; n-- {
		if p := s.flow.Lines[n].Pieces; len(p) > 0 && p[0].Start <= inside {
			return n
		}
	}
	return 0
}

// begin is where a line of a segment begins, finish where its last word ends.
func begin(s *segment, line int) int {
	if line <= 0 || line >= len(s.flow.Lines) || len(s.flow.Lines[line].Pieces) == 0 {
		return 0
	}
	return s.flow.Lines[line].Pieces[0].Start
}

func finish(s *segment, line int) int {
	if line+1 >= len(s.flow.Lines) || len(s.flow.Lines[line].Pieces) == 0 {
		return len(s.text)
	}
	p := s.flow.Lines[line].Pieces
	return p[len(p)-1].End
}

// y is the top of the line that holds a place, measured from the top of the window onto the text; ok is false when it is far away.
func (b *Box) y(at int) (y float32, ok bool) {
	i, in := b.text.find(at)
	if i < b.top {
		return 0, false
	}
	y = -b.above
	for n := b.top; n < i; n++ {
		if y > b.room() {
			return 0, false
		}
		y += b.height(n)
	}
	return y + float32(lineAt(b.lay(i), in))*b.line, true
}

func (b *Box) inWindow(from, to int) bool {
	y, ok := b.y(from)
	end, there := b.y(to)
	return ok && there && y >= 0 && end+b.line <= b.room()+1
}

// bring puts a place so far below the top.
func (b *Box) bring(at int, y float32) {
	i, in := b.text.find(at)
	b.top = i
	b.above = float32(lineAt(b.lay(i), in)) * b.line
	b.scroll(-y)
}

// reveal scrolls as little as brings a place into the window.
func (b *Box) reveal(at int) {
	y, ok := b.y(at)
	switch {
	case !ok:
		b.bring(at, b.room()/3)
	case y < 0:
		b.scroll(y)
	case y+b.line > b.room():
		b.scroll(y + b.line - b.room())
	}
}

// x is how far from the left a place in a line of a segment is.
func (b *Box) x(s *segment, line, inside int) float32 {
	if line >= len(s.flow.Lines) {
		return 0
	}
	x, behind := float32(0), 0
	if p := s.flow.Lines[line].Pieces; len(p) > 0 {
		behind = p[0].Start
	}
	for _, p := range s.flow.Lines[line].Pieces {
		if inside < p.Start {
			break
		}
		if inside <= p.End {
			w := b.ruler.Exact(s.text[p.Start:inside], p.Style)
			if inside == p.End {
				w = p.W
			}
			if textflow.RightToLeft(p.Text) {
				return p.X + p.W - w
			}
			return p.X + w
		}
		x, behind = p.X+p.W, p.End
	}
	// In the space behind the last piece.
	style := textflow.Style{Size: b.size}
	return min(x+b.ruler.Exact(s.text[behind:max(min(inside, len(s.text)), behind)], style), b.width())
}

// at is the place in a line of a segment that is nearest to x.
func (b *Box) at(s *segment, line int, x float32) int {
	if line >= len(s.flow.Lines) || len(s.flow.Lines[line].Pieces) == 0 {
		return 0
	}
	pieces := s.flow.Lines[line].Pieces
	for n, p := range pieces {
		if n+1 < len(pieces) && x >= pieces[n+1].X {
			continue
		}
		if n+1 == len(pieces) && x > p.X+p.W && line == len(s.flow.Lines)-1 && !textflow.RightToLeft(p.Text) {
			return len(s.text) // behind the spaces at its end
		}
		in := x - p.X
		if textflow.RightToLeft(p.Text) {
			in = p.W - in
		}
		if in >= p.W {
			return p.End
		}
		return p.Start + b.ruler.Offset(s.text[p.Start:p.End], p.Style, in)
	}
	return 0
}

// under is the place nearest to a point of the box.
func (b *Box) under(x, y float32) int {
	top := margin - b.above
	for i := b.top; i < len(b.text.segments); i++ {
		h := b.height(i)
		if y < top+h || i == len(b.text.segments)-1 {
			n := min(max(int((y-top)/b.line), 0), b.lines(i)-1)
			return b.text.starts[i] + b.at(b.text.segments[i], n, x-margin)
		}
		top += h
	}
	return b.text.size
}

// vertical is the place so many lines below the caret, or above.
func (b *Box) vertical(by int) int {
	i, in := b.text.find(b.caret)
	line := lineAt(b.lay(i), in)
	if b.goal < 0 {
		b.goal = b.x(b.text.segments[i], line, in)
	}
	line += by
	for line < 0 {
		if i == 0 {
			return 0
		}
		i--
		line += b.lines(i)
	}
	for line >= b.lines(i) {
		if i == len(b.text.segments)-1 {
			return b.text.size
		}
		line -= b.lines(i)
		i++
	}
	return b.text.starts[i] + b.at(b.lay(i), line, b.goal)
}

// edge is the beginning of the line of the caret, or its end.
func (b *Box) edge(end bool) int {
	i, in := b.text.find(b.caret)
	s := b.lay(i)
	line := lineAt(s, in)
	if end {
		return b.text.starts[i] + finish(s, line)
	}
	return b.text.starts[i] + begin(s, line)
}

// seenBytes is how much of the text can be seen, and where it begins.
func (b *Box) seenBytes() (first, seen int) {
	at := func(i int, share float32) int {
		return b.text.starts[i] + int(share*float32(b.text.after(i)-b.text.starts[i]))
	}
	first = at(b.top, min(b.above/b.height(b.top), 1))
	y := -b.above
	for i := b.top; i < len(b.text.segments); i++ {
		h := b.height(i)
		if y+h > b.room() {
			return first, at(i, max(b.room()-y, 0)/h) - first
		}
		y += h
	}
	return first, b.text.size - first
}
