package textview

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/textview/textflow"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// Flat is the layout of containers whose contents are placed by hand.
type Flat struct{}

// Layout implements fyne.Layout.
func (Flat) Layout([]fyne.CanvasObject, fyne.Size) {}

// MinSize implements fyne.Layout.
func (Flat) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Pane is a clipped container of what is seen. Fyne's own Clip lays its content out anew whenever
// it is refreshed, but it never is.
type Pane struct {
	Clip    *container.Clip
	Content *fyne.Container
	// Pulse is refreshed to have the window painted when nothing else tells Fyne.
	Pulse *canvas.Rectangle
}

// NewPane returns an empty pane.
func NewPane() *Pane {
	p := &Pane{Content: &fyne.Container{Layout: Flat{}}, Pulse: canvas.NewRectangle(color.Transparent)}
	p.Clip = container.NewClip(p.Content)
	p.Pulse.Resize(fyne.NewSize(1, 1))
	return p
}

// Resize gives the pane a size, and reports whether it had another one.
func (p *Pane) Resize(size fyne.Size) bool {
	if p.Clip.Size() == size {
		return false
	}
	p.Clip.Resize(size)
	p.Content.Resize(size)
	return true
}

// Repaint has the window painted.
func (p *Pane) Repaint() { canvas.Refresh(p.Pulse) }

// caretWidth is the width of a caret, which does not blink: a fading one costs a tenth of a
// processor.
const caretWidth = 2

// Ink holds the objects of the words that are seen, and those behind them. Begin takes all of them
// back, and they are used again.
type Ink struct {
	Caret *canvas.Rectangle

	words                  []*canvas.Text
	grounds                []*canvas.Rectangle
	usedWords, usedGrounds int
}

// NewInk returns ink with nothing painted.
func NewInk() *Ink {
	k := &Ink{Caret: canvas.NewRectangle(color.Transparent)}
	k.Caret.Hide()
	return k
}

// Begin begins with nothing.
func (k *Ink) Begin() { k.usedWords, k.usedGrounds = 0, 0 }

// Objects are all that was painted since Begin, the grounds first; more are put before the caret.
func (k *Ink) Objects(more ...fyne.CanvasObject) []fyne.CanvasObject {
	out := make([]fyne.CanvasObject, 0, k.usedGrounds+k.usedWords+len(more)+1)
	for _, g := range k.grounds[:k.usedGrounds] {
		out = append(out, g)
	}
	for _, w := range k.words[:k.usedWords] {
		out = append(out, w)
	}
	return append(append(out, more...), k.Caret)
}

// Ground is one more rectangle behind the words, without colors.
func (k *Ink) Ground() *canvas.Rectangle {
	if k.usedGrounds == len(k.grounds) {
		k.grounds = append(k.grounds, &canvas.Rectangle{})
	}
	g := k.grounds[k.usedGrounds]
	k.usedGrounds++
	g.FillColor, g.StrokeColor, g.CornerRadius, g.StrokeWidth = color.Transparent, color.Transparent, 0, 0
	return g
}

// Words puts words of a style at x, on the line of a format whose top is y.
func (k *Ink) Words(words string, format *Format, style textflow.Style, x, y, width float32, name fyne.ThemeColorName) {
	if k.usedWords == len(k.words) {
		k.words = append(k.words, &canvas.Text{})
	}
	o := k.words[k.usedWords]
	k.usedWords++
	lineFont, own := format.Ruler.Font(format.Style), format.Ruler.Font(style)
	base := float32(int(y + (format.Line-lineFont.Height)/2 + lineFont.Baseline + 0.5))
	o.Text, o.TextSize, o.TextStyle = words, style.Size, style.Fyne()
	o.FontSource = theme.FontFor(words, o.TextStyle)
	o.Color = fynetheme.Color(name)
	widgets.Place(o, x, base-own.Baseline, width, own.Height)
}

// Line puts the words of line n of a paragraph where its left edge and its top are.
func (k *Ink) Line(p *Paragraph, n int, x, y float32, name fyne.ThemeColorName) {
	_, line := p.line(n)
	x += p.shift(line)
	for _, piece := range line.Pieces {
		if p.right && textflow.RightToLeft(piece.Text) {
			// Words that are shaped together are not as wide as one by one.
			wide := p.format.Ruler.Exact(piece.Text, piece.Style)
			k.Words(piece.Text, p.format, piece.Style, x+piece.X+piece.W-wide, y, wide, name)
		} else if piece.Text != "" {
			k.Words(piece.Text, p.format, piece.Style, x+piece.X, y, piece.W, name)
		}
	}
}

// Shade colors what lies between two places on line n of a paragraph, and what follows its end by
// so much where that is in it too. It returns nil where there is nothing.
func (k *Ink) Shade(p *Paragraph, n int, x, y float32, from, to int, follows float32, name fyne.ThemeColorName) *canvas.Rectangle {
	last := p.Finish(n)
	a, z := max(from, p.Begin(n)), min(to, last)
	if to <= from || a > z {
		return nil
	}
	left, right := p.X(n, a), p.X(n, z)
	if left > right {
		left, right = right, left
	}
	if to > last {
		right += follows
	}
	if right <= left {
		return nil
	}
	high := p.format.Ruler.Font(p.format.Style).Height
	g := k.Ground()
	g.FillColor = fynetheme.Color(name)
	widgets.Place(g, x+left, y+(p.format.Line-high)/2, right-left, high)
	return g
}

// PlaceCaret shows the caret before a place in a paragraph, whose left edge and top are given; the
// caret is shorter than a line by inset at each end.
func (k *Ink) PlaceCaret(p *Paragraph, at int, x, y, inset float32) {
	n := p.LineOf(at)
	k.Caret.FillColor = fynetheme.Color(theme.ColorAccent)
	widgets.Place(k.Caret, x+p.X(n, at)-caretWidth/2, y+float32(n)*p.format.Line+inset, caretWidth, p.format.Line-2*inset)
	k.Caret.Show()
}
