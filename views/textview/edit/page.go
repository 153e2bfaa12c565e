package edit

import (
	"fyne.io/fyne/v2"

	"parlando/views/textview"
	"parlando/views/theme"
)

// page is a document laid out at the width of a box. It implements textview.Rows for its view, and
// Lines for a Caret.
type page struct {
	doc    *document
	style  Style
	format *textview.Format
	size   fyne.Size
	view   textview.Viewport
}

func newPage(style Style) *page {
	p := &page{doc: newDocument(""), style: style}
	p.view = textview.NewViewport(p, 0)
	p.reformat()
	return p
}

// reformat applies the text size of the theme; it reports whether it has changed.
func (p *page) reformat() bool {
	if p.format != nil && p.format.Zoom == textview.Zoom() {
		return false
	}
	p.format = textview.NewFormat(p.style.TextSize, p.style.LineHeight)
	p.format.Grows = true
	return true
}

// resize lays out the text for another size. The line at the top of the view stays there.
func (p *page) resize(size fyne.Size) {
	if size.Width == p.size.Width || p.doc.segments[p.view.Top].laid == nil {
		p.size = size
		p.view.Scroll(0)
		return
	}
	top := p.lay(p.view.Top)
	at := top.LineStart(min(int(p.view.HiddenHeight/top.LineHeight()), top.Lines()-1))
	p.size = size
	p.view.ScrollTo(p.view.Top, p.lineTop(p.view.Top, at), 0)
}

// lay returns the layout of segment i, and lays the segment out if necessary.
func (p *page) lay(i int) *textview.Paragraph {
	s := p.doc.segments[i]
	if s.laid == nil {
		s.laid = &textview.Paragraph{}
	}
	s.laid.LayOut(s.text, p.width(), p.format)
	return s.laid
}

// width returns the width of a line.
func (p *page) width() float32 { return max(p.size.Width-2*p.side(), 40) }

// side returns the space beside the lines.
func (p *page) side() float32 {
	if p.style.Column {
		return max(p.style.Margin, (p.size.Width-theme.ColumnWidth())/2)
	}
	return p.style.Margin
}

// Len implements textview.Rows.
func (p *page) Len() int { return len(p.doc.segments) }

// Height implements textview.Rows.
func (p *page) Height(i int) float32 { return float32(p.lay(i).Lines()) * p.lay(i).LineHeight() }

// ViewHeight implements textview.Rows.
func (p *page) ViewHeight() float32 { return max(p.size.Height-2*p.style.Margin, p.format.LineHeight) }

// lineTop returns the distance from the top of segment i to the line of the offset inside.
func (p *page) lineTop(i, inside int) float32 {
	laid := p.lay(i)
	return float32(laid.LineOf(inside)) * laid.LineHeight()
}

// bring scrolls so that the line of an offset is y below the top of the view.
func (p *page) bring(at int, y float32) {
	i, in := p.doc.find(at)
	p.view.ScrollTo(i, p.lineTop(i, in), y)
}

// reveal scrolls by the smallest distance that makes the line of an offset visible.
func (p *page) reveal(at int) {
	i, in := p.doc.find(at)
	top := p.lineTop(i, in)
	p.view.Reveal(i, top, top+p.lay(i).LineHeight())
}

// shows reports whether the whole text between two offsets is visible.
func (p *page) shows(from, to int) bool {
	for _, at := range []int{from, to} {
		i, in := p.doc.find(at)
		y, ok := p.view.Y(i)
		if y += p.lineTop(i, in); !ok || y < 0 || y+p.lay(i).LineHeight() > p.ViewHeight()+1 {
			return false
		}
	}
	return true
}

// under returns the offset nearest to a position in the box.
func (p *page) under(x, y float32) int {
	y -= p.style.Margin
	i, top := p.view.RowAt(y)
	return p.doc.starts[i] + p.lay(i).OffsetAt(x-p.side(), y-top)
}

// Edge implements Lines.
func (p *page) Edge(at int, end bool) int {
	i, in := p.doc.find(at)
	laid := p.lay(i)
	if end {
		return p.doc.starts[i] + laid.LineEnd(laid.LineOf(in))
	}
	return p.doc.starts[i] + laid.LineStart(laid.LineOf(in))
}

// Down implements Lines.
func (p *page) Down(at, by int, goal float32) (to int, x float32) {
	i, in := p.doc.find(at)
	laid := p.lay(i)
	line := laid.LineOf(in)
	if goal < 0 {
		goal = laid.X(line, in)
	}
	line += by
	for line < 0 {
		if i == 0 {
			return 0, goal
		}
		i--
		line += p.lay(i).Lines()
	}
	for line >= p.lay(i).Lines() {
		if i == p.Len()-1 {
			return p.doc.size, goal
		}
		line -= p.lay(i).Lines()
		i++
	}
	return p.doc.starts[i] + p.lay(i).OffsetInLine(line, goal), goal
}

// Page implements Lines.
func (p *page) Page() int { return max(int(p.ViewHeight()/p.format.LineHeight)-1, 1) }

// seen returns the offset of the first visible byte and the number of visible bytes, for the scroll
// bar. Heights are not used, because laying out the whole text would take too long.
func (p *page) seen() (first, seen int) {
	bytes := func(i int, share float32) int {
		return p.doc.starts[i] + int(share*float32(p.doc.after(i)-p.doc.starts[i]))
	}
	top := p.view.Top
	first = bytes(top, min(p.view.HiddenHeight/p.Height(top), 1))
	for i, y := range p.view.VisibleRows() {
		if h := p.Height(i); y+h > p.ViewHeight() {
			return first, bytes(i, max(p.ViewHeight()-y, 0)/h) - first
		}
	}
	return first, p.doc.size - first
}

// goTo scrolls to a fraction of the text.
func (p *page) goTo(share float32) {
	_, seen := p.seen()
	p.bring(int(share*float32(p.doc.size-seen)), 0)
}

// heightFor returns the height of the text at a width: of all lines, but at least one, and no more
// than fit into most.
func (p *page) heightFor(width, most float32) float32 {
	if width != p.size.Width {
		p.resize(fyne.NewSize(width, p.size.Height))
	}
	high, room := float32(0), most-2*p.style.Margin
	for i := range p.Len() {
		laid := p.lay(i)
		fit := min(laid.Lines(), max(int((room-high)/laid.LineHeight()), 0))
		high += float32(fit) * laid.LineHeight()
		if fit < laid.Lines() {
			break
		}
	}
	return max(high, p.lay(0).LineHeight()) + 2*p.style.Margin
}
