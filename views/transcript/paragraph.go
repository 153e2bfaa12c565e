package transcript

import (
	"strings"
	"unicode/utf8"

	"parley/views/conversation/textflow"
)

// longestPart is how many bytes are laid out at once: a line may be a whole recording, where a service tells no times.
const longestPart = 4000

// part is as much of a paragraph as is laid out at once.
type part struct {
	text  string
	start int
	flow  *textflow.Flow
	// line is the number of its first line in the paragraph.
	line int
}

// paragraph is words broken into lines of one width.
type paragraph struct {
	text  string
	width float32
	style textflow.Style
	parts []part
	lines int
	// right says that it is written from right to left, and stands at the right edge.
	right bool
}

// lay breaks a text into lines. What did not change since the last time costs nothing.
func (p *paragraph) lay(text string, width float32, style textflow.Style, ruler *textflow.Ruler) {
	if p.parts != nil && p.text == text && p.width == width && p.style == style {
		return
	}
	old := p.parts
	if p.width != width || p.style != style {
		old = nil
	}
	p.text, p.width, p.style, p.parts, p.lines = text, width, style, nil, 0
	p.right = rightToLeft(text)
	for rest, start := text, 0; ; {
		piece := rest[:cut(rest)]
		var flow *textflow.Flow
		if i := len(p.parts); i < len(old) {
			flow = old[i].flow
		}
		if flow == nil || flow.Runs[0].Text != piece {
			flow = textflow.Lay(flow, []textflow.Run{{Text: piece, Style: style, End: len(piece)}}, width, ruler)
		}
		p.parts = append(p.parts, part{text: piece, start: start, flow: flow, line: p.lines})
		p.lines += max(len(flow.Lines), 1)
		start += len(piece)
		if rest = rest[len(piece):]; rest == "" {
			return
		}
	}
}

// cut is how much of a text is laid out at once: to a space where there is one, else to the end of a character.
func cut(text string) int {
	if len(text) <= longestPart {
		return len(text)
	}
	if n := strings.LastIndexAny(text[:longestPart], " \n"); n > longestPart/2 {
		return n + 1
	}
	n := longestPart
	for n > 1 && !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}

// rightToLeft reports whether the first letters of a text are of a script that is.
func rightToLeft(text string) bool {
	for _, r := range text[:min(len(text), 120)] {
		switch {
		case textflow.RightToLeft(string(r)):
			return true
		case r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z', r >= 0xc0 && r < 0x590:
			return false
		}
	}
	return false
}

// find is the part that holds a place, and the line of that part.
func (p *paragraph) find(at int) (which *part, line int) {
	i := len(p.parts) - 1
	for i > 0 && p.parts[i].start > at {
		i--
	}
	which = &p.parts[i]
	lines := which.flow.Lines
	for n := len(lines) - 1; n > 0; n-- {
		if pieces := lines[n].Pieces; len(pieces) > 0 && which.start+pieces[0].Start <= at {
			return which, n
		}
	}
	return which, 0
}

// number is the part of line n, and its number there.
func (p *paragraph) number(n int) (which *part, line int) {
	i := len(p.parts) - 1
	for i > 0 && p.parts[i].line > n {
		i--
	}
	return &p.parts[i], n - p.parts[i].line
}

// lineOf is the line that holds a place.
func (p *paragraph) lineOf(at int) int {
	which, line := p.find(at)
	return which.line + line
}

// pieces are the pieces of line n, with the part they belong to.
func (p *paragraph) pieces(n int) (*part, []textflow.Piece) {
	which, line := p.number(n)
	if line < 0 || line >= len(which.flow.Lines) {
		return which, nil
	}
	return which, which.flow.Lines[line].Pieces
}

// begin is where line n begins, finish where its last word ends.
func (p *paragraph) begin(n int) int {
	which, pieces := p.pieces(n)
	if len(pieces) == 0 || n == which.line {
		return which.start
	}
	return which.start + pieces[0].Start
}

func (p *paragraph) finish(n int) int {
	which, pieces := p.pieces(n)
	if len(pieces) == 0 || n+1 >= p.lines {
		return which.start + len(which.text)
	}
	return which.start + pieces[len(pieces)-1].End
}

// shift is how far line n stands from the left edge.
func (p *paragraph) shift(n int) float32 {
	if !p.right {
		return 0
	}
	which, line := p.number(n)
	if line >= len(which.flow.Lines) {
		return p.width
	}
	return max(p.width-which.flow.Lines[line].Width, 0)
}

// x is how far from the left edge a place in line n is.
func (p *paragraph) x(n, at int, ruler *textflow.Ruler) float32 {
	which, pieces := p.pieces(n)
	in := at - which.start
	shift := p.shift(n)
	x, behind := float32(0), 0
	if len(pieces) > 0 {
		behind = pieces[0].Start
	}
	for _, piece := range pieces {
		if in < piece.Start {
			break
		}
		if in <= piece.End {
			w := ruler.Exact(which.text[piece.Start:in], piece.Style)
			if in == piece.End {
				w = piece.W
			}
			if textflow.RightToLeft(piece.Text) {
				return shift + piece.X + piece.W - w
			}
			return shift + piece.X + w
		}
		x, behind = piece.X+piece.W, piece.End
	}
	if p.right {
		return shift
	}
	// In the space behind the last piece.
	return min(x+ruler.Exact(which.text[behind:max(min(in, len(which.text)), behind)], p.style), p.width)
}

// at is the place in line n that is nearest to x.
func (p *paragraph) at(n int, x float32, ruler *textflow.Ruler) int {
	which, pieces := p.pieces(n)
	if len(pieces) == 0 {
		return which.start
	}
	x -= p.shift(n)
	for i, piece := range pieces {
		if i+1 < len(pieces) && x >= pieces[i+1].X {
			continue
		}
		back := textflow.RightToLeft(piece.Text)
		if i+1 == len(pieces) && x > piece.X+piece.W && n == p.lines-1 && !back {
			return which.start + len(which.text) // behind the spaces at its end
		}
		in := x - piece.X
		if back {
			in = piece.W - in
		}
		if in >= piece.W {
			return which.start + piece.End
		}
		return which.start + piece.Start + ruler.Offset(which.text[piece.Start:piece.End], piece.Style, in)
	}
	return which.start
}
