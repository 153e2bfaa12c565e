package textview

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/textview/textflow"
	"parlando/views/theme"
)

// Format is the text style and the line height of a text.
type Format struct {
	Ruler *textflow.Ruler
	Style textflow.Style
	// LineHeight is the height of a line; Zoom is the scale factor of all sizes.
	LineHeight, Zoom float32
	// Grows makes all lines of a paragraph higher than LineHeight if one line has higher letters.
	Grows bool
}

// NewFormat returns a format. size and line are the text size and the line height at the default
// text size; a line height of 0 stands for the natural height of the text.
func NewFormat(size, line float32) *Format {
	zoom := Zoom()
	f := &Format{Style: textflow.Style{Size: size * zoom}, LineHeight: float32(int(line * zoom)), Zoom: zoom}
	f.Ruler = textflow.NewScreenRuler(1)
	if line == 0 {
		f.LineHeight = f.Ruler.Font(f.Style).Height
	}
	return f
}

// Zoom returns the theme's scale factor for text.
func Zoom() float32 {
	zoom := fynetheme.TextSize() / theme.SizeText
	if zoom < 0.5 || zoom > 4 {
		return 1
	}
	return zoom
}

// maxChunk is the maximum number of bytes laid out in one step. A paragraph may be much longer,
// such as the transcript of a whole recording without times.
const maxChunk = 4000

// Paragraph is a text broken into lines of one width. Offsets in the text are in bytes. In a long
// text, only the beginning and the requested parts are laid out; other line numbers are estimates.
type Paragraph struct {
	text   string
	width  float32
	format *Format
	chunks []chunk
	lines  int
	// up and down are the space added to each line above and below the text, for high letters.
	up, down float32
}

// LayOut breaks a text into lines. The lines of unchanged parts are reused.
func (p *Paragraph) LayOut(text string, width float32, format *Format) {
	if p.chunks != nil && p.text == text && p.width == width && p.format == format {
		return
	}
	old := p.chunks
	if p.width != width || p.format != format {
		old = nil
	}
	p.text, p.width, p.format = text, width, format
	p.chunks = divide(text, old)
	for i := range min(len(p.chunks), maxEager) {
		p.layOut(i)
	}
	p.number()
}

// FirstChunk returns the length of the beginning of a text that is laid out in one step.
func FirstChunk(text string) int { return Beginning(text, maxChunk) }

// Beginning returns the length of a prefix of text of at most most bytes. The prefix ends after a
// space if possible, otherwise at a rune boundary.
func Beginning(text string, most int) int {
	if len(text) <= most {
		return len(text)
	}
	if n := strings.LastIndexAny(text[most/2:most], " \n"); n >= 0 {
		return most/2 + n + 1
	}
	n := most
	for n > 1 && !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}

// Lines returns the number of lines, at least one.
func (p *Paragraph) Lines() int { return p.lines }

// LineHeight returns the height of each line. In a long paragraph whose lines grow, the height may
// increase when more of the paragraph is laid out.
func (p *Paragraph) LineHeight() float32 { return p.format.LineHeight + p.up + p.down }

// Height returns the height of all lines.
func (p *Paragraph) Height() float32 { return float32(p.lines) * p.LineHeight() }

// GrowthAbove returns the space added to each line above its text, for high letters.
func (p *Paragraph) GrowthAbove() float32 { return p.up }

// LineOf returns the line that contains an offset.
func (p *Paragraph) LineOf(at int) int {
	i := p.chunkOf(at)
	p.ensure(i)
	c := &p.chunks[i]
	for n := len(c.flow.Lines) - 1; n > 0; n-- {
		if pieces := c.flow.Lines[n].Fragments; len(pieces) > 0 && c.start+pieces[0].Start <= at {
			return c.line + n
		}
	}
	return c.line
}

// line returns line n and its chunk. Offsets in the line are relative to the chunk.
func (p *Paragraph) line(n int) (*chunk, textflow.Line) {
	i := p.chunkAtLine(n)
	for p.ensure(i) {
		i = p.chunkAtLine(n)
	}
	c := &p.chunks[i]
	if n -= c.line; n < 0 || n >= len(c.flow.Lines) {
		return c, textflow.Line{}
	}
	return c, c.flow.Lines[n]
}

// LineStart returns the start of line n.
func (p *Paragraph) LineStart(n int) int {
	c, line := p.line(n)
	if len(line.Fragments) == 0 || n == c.line {
		return c.start
	}
	return c.start + line.Fragments[0].Start
}

// LineEnd returns the end of the last word of line n.
func (p *Paragraph) LineEnd(n int) int {
	c, line := p.line(n)
	if len(line.Fragments) == 0 || n+1 >= p.lines {
		return c.start + len(c.text)
	}
	return c.start + line.Fragments[len(line.Fragments)-1].End
}

// shift returns the distance of a line from the left edge. Right-to-left lines are right-aligned.
func (p *Paragraph) shift(line textflow.Line) float32 {
	if !line.RightToLeft {
		return 0
	}
	return max(p.width-line.Width, 0)
}

// X returns the x position of an offset in line n.
func (p *Paragraph) X(n, at int) float32 {
	c, line := p.line(n)
	in := at - c.start
	shift := p.shift(line)
	x, behind := float32(0), 0
	if len(line.Fragments) > 0 {
		behind = line.Fragments[0].Start
	}
	for _, piece := range line.Fragments {
		if in < piece.Start {
			break
		}
		if in <= piece.End {
			w := p.format.Ruler.MeasureOnce(c.text[piece.Start:in], piece.Style)
			if in == piece.End {
				w = piece.W
			}
			if piece.Style.RightToLeft {
				return shift + piece.X + piece.W - w
			}
			return shift + piece.X + w
		}
		x, behind = piece.X+piece.W, piece.End
		if line.RightToLeft {
			x = piece.X
		}
	}
	if line.RightToLeft {
		return shift
	}
	// The offset is in the spaces after the last fragment.
	return min(x+p.format.Ruler.MeasureOnce(c.text[behind:max(min(in, len(c.text)), behind)], p.format.Style), p.width)
}

// stretch is a horizontal part of a line.
type stretch struct{ left, right float32 }

// stretches returns the parts of line n that show the range [from, to): several if the line mixes
// directions. follows is added at the end of the line.
func (p *Paragraph) stretches(n, from, to int, follows float32) []stretch {
	c, line := p.line(n)
	var out []stretch
	add := func(left, right float32) {
		if last := len(out) - 1; last >= 0 && (out[last].right == left || out[last].left == right) {
			out[last] = stretch{min(out[last].left, left), max(out[last].right, right)}
		} else if left < right {
			out = append(out, stretch{left, right})
		}
	}
	if !slices.ContainsFunc(line.Fragments, func(f textflow.Fragment) bool { return f.Style.RightToLeft }) {
		add(p.X(n, from), p.X(n, to)+follows)
		return out
	}
	shift := p.shift(line)
	for _, f := range line.Fragments {
		a, z := max(from-c.start, f.Start), min(to-c.start, f.End)
		if a >= z {
			continue
		}
		left := p.format.Ruler.MeasureOnce(c.text[f.Start:a], f.Style)
		right := p.format.Ruler.MeasureOnce(c.text[f.Start:z], f.Style)
		if z == f.End {
			right = f.W
		}
		if f.Style.RightToLeft {
			left, right = f.W-right, f.W-left
		}
		add(shift+f.X+left, shift+f.X+right)
	}
	if follows > 0 {
		end := p.X(n, to)
		if line.RightToLeft {
			add(end-follows, end)
		} else {
			add(end, end+follows)
		}
	}
	return out
}

// OffsetAt returns the offset nearest to a position.
func (p *Paragraph) OffsetAt(x, y float32) int {
	return p.OffsetInLine(min(max(int(y/p.LineHeight()), 0), p.lines-1), x)
}

// nearest returns the fragment at x or, if there is none, the fragment nearest to x.
func nearest(fragments []textflow.Fragment, x float32) (found textflow.Fragment) {
	best := float32(math.MaxFloat32)
	for _, f := range fragments {
		if far := max(f.X-x, x-f.X-f.W, 0); far <= best {
			best, found = far, f
		}
	}
	return found
}

// OffsetInLine returns the offset in line n nearest to x.
func (p *Paragraph) OffsetInLine(n int, x float32) int {
	c, line := p.line(n)
	x -= p.shift(line)
	if len(line.Fragments) == 0 {
		return c.start
	}
	at := nearest(line.Fragments, x)
	last := at.End == line.Fragments[len(line.Fragments)-1].End
	if last && x > at.X+at.W && n == p.lines-1 && !at.Style.RightToLeft && !line.RightToLeft {
		return c.start + len(c.text) // after the spaces at the end of the text
	}
	return c.start + at.Start + p.format.Ruler.Offset(c.text[at.Start:at.End], at.Style, x-at.X)
}
