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

// ManualLayout is the layout of containers whose content is placed by code.
type ManualLayout struct{}

// Layout implements fyne.Layout.
func (ManualLayout) Layout([]fyne.CanvasObject, fyne.Size) {}

// MinSize implements fyne.Layout.
func (ManualLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Pane is a clipped container for the visible part of a text. It is never refreshed, because Fyne's
// Clip would lay out its content again on each refresh.
type Pane struct {
	Clip    *container.Clip
	Content *fyne.Container
	// RepaintTrigger is refreshed to repaint the window when nothing else does.
	RepaintTrigger *canvas.Rectangle
}

// NewPane returns an empty pane.
func NewPane() *Pane {
	p := &Pane{Content: &fyne.Container{Layout: ManualLayout{}}, RepaintTrigger: canvas.NewRectangle(color.Transparent)}
	p.Clip = container.NewClip(p.Content)
	p.RepaintTrigger.Resize(fyne.NewSize(1, 1))
	return p
}

// Resize sets the size of the pane, and reports whether it has changed.
func (p *Pane) Resize(size fyne.Size) bool {
	if p.Clip.Size() == size {
		return false
	}
	p.Clip.Resize(size)
	p.Content.Resize(size)
	return true
}

// Repaint repaints the window.
func (p *Pane) Repaint() { canvas.Refresh(p.RepaintTrigger) }

// caretWidth is the width of a caret. The caret does not blink: a fading caret takes a tenth of a
// processor core.
const caretWidth = 2

// TextObjects holds the canvas objects of the visible text and of the backgrounds behind the text.
// Reset releases all of them for reuse.
type TextObjects struct {
	Caret *canvas.Rectangle

	words                  []*canvas.Text
	grounds                []*canvas.Rectangle
	usedWords, usedGrounds int
}

// NewTextObjects returns an empty TextObjects.
func NewTextObjects() *TextObjects {
	k := &TextObjects{Caret: canvas.NewRectangle(color.Transparent)}
	k.Caret.Hide()
	return k
}

// Reset releases all objects for reuse.
func (k *TextObjects) Reset() { k.usedWords, k.usedGrounds = 0, 0 }

// Objects returns all objects used since Reset: backgrounds, texts, more, and the caret.
func (k *TextObjects) Objects(more ...fyne.CanvasObject) []fyne.CanvasObject {
	out := make([]fyne.CanvasObject, 0, k.usedGrounds+k.usedWords+len(more)+1)
	for _, g := range k.grounds[:k.usedGrounds] {
		out = append(out, g)
	}
	for _, w := range k.words[:k.usedWords] {
		out = append(out, w)
	}
	return append(append(out, more...), k.Caret)
}

// AddBackground adds a transparent rectangle behind the text.
func (k *TextObjects) AddBackground() *canvas.Rectangle {
	if k.usedGrounds == len(k.grounds) {
		k.grounds = append(k.grounds, &canvas.Rectangle{})
	}
	g := k.grounds[k.usedGrounds]
	k.usedGrounds++
	g.FillColor, g.StrokeColor, g.CornerRadius, g.StrokeWidth = color.Transparent, color.Transparent, 0, 0
	return g
}

// baseline returns the y position of the baseline of a line whose top is y.
func (f *Format) baseline(y float32) float32 {
	font := f.Ruler.Font(f.Style)
	return float32(int(y + (f.LineHeight-font.Height)/2 + font.Baseline + 0.5))
}

// AddText adds text of a style at x, on a line of the given format whose top is y.
func (k *TextObjects) AddText(words string, format *Format, style textflow.Style, x, y, width float32, name fyne.ThemeColorName) {
	if k.usedWords == len(k.words) {
		k.words = append(k.words, &canvas.Text{})
	}
	o := k.words[k.usedWords]
	k.usedWords++
	own, base := format.Ruler.Font(style), format.baseline(y)
	o.Text, o.TextSize, o.TextStyle = textflow.Drawn(words, style), style.Size, style.FyneStyle()
	o.Color = fynetheme.Color(name)
	e := format.Ruler.Extent(words, style)
	o.FontSource = e.Font(words, o.TextStyle)
	widgets.Place(o, x, base-own.Baseline-e.Drop, width, own.Height)
}

// AddLine adds the text of line n of a paragraph; x is the left edge of the paragraph and y the top
// of the line.
func (k *TextObjects) AddLine(p *Paragraph, n int, x, y float32, name fyne.ThemeColorName) {
	_, line := p.line(n)
	x += p.shift(line)
	for _, piece := range line.Fragments {
		if piece.Text != "" {
			k.AddText(piece.Text, p.format, piece.Style, x+piece.X, y+p.up, piece.W, name)
		}
	}
}

// AddLineBackground adds backgrounds for the range [from, to) on line n of a paragraph: none if the
// range is not on the line, several if the line mixes directions. follows is added at the end if
// the range continues after the line.
func (k *TextObjects) AddLineBackground(p *Paragraph, n int, x, y float32, from, to int, follows float32, name fyne.ThemeColorName) []*canvas.Rectangle {
	last := p.LineEnd(n)
	a, z := max(from, p.LineStart(n)), min(to, last)
	if to <= from || a > z {
		return nil
	}
	if to <= last {
		follows = 0
	}
	high := p.format.Ruler.Font(p.format.Style).Height
	first := k.usedGrounds
	for _, s := range p.stretches(n, a, z, follows) {
		g := k.AddBackground()
		g.FillColor = fynetheme.Color(name)
		widgets.Place(g, x+s.left, y+(p.format.LineHeight-high)/2, s.right-s.left, high+p.up+p.down)
	}
	return k.grounds[first:k.usedGrounds]
}

// PlaceCaret shows the caret at an offset of a paragraph. x and y are the left edge and the top of
// the paragraph; the caret is shorter than the line by inset at each end.
func (k *TextObjects) PlaceCaret(p *Paragraph, at int, x, y, inset float32) {
	n := p.LineOf(at)
	k.Caret.FillColor = fynetheme.Color(theme.ColorAccent)
	left := p.X(n, at) - caretWidth/2
	if left < 0 { // leaves the first letter free
		left = -caretWidth
	}
	widgets.Place(k.Caret, x+left, y+float32(n)*p.LineHeight()+inset, caretWidth, p.LineHeight()-2*inset)
	k.Caret.Show()
}
