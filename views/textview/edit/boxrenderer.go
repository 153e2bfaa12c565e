package edit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/textview"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// boxRenderer renders the visible part of a Box.
type boxRenderer struct {
	box *Box
	textview.Surface
	ink  *textview.TextObjects
	hint *canvas.Text
}

func newBoxRenderer(b *Box) *boxRenderer {
	return &boxRenderer{box: b, Surface: textview.NewSurface(), ink: textview.NewTextObjects(), hint: canvas.NewText("", color.Transparent)}
}

// Objects implements fyne.WidgetRenderer.
func (p *boxRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{p.Clip, p.Bar.Thumb, p.RepaintTrigger}
}

// Layout implements fyne.WidgetRenderer.
func (p *boxRenderer) Layout(size fyne.Size) {
	if p.Resize(size) {
		p.box.page.resize(size)
		p.show()
	}
}

// Refresh implements fyne.WidgetRenderer. It applies changes of the theme.
func (p *boxRenderer) Refresh() {
	if changed := p.box.page.reformat(); !p.ColorsChanged() && !changed {
		return
	}
	p.box.page.view.Scroll(0)
	p.show()
}

// show updates the objects of the visible text.
func (p *boxRenderer) show() {
	b := p.box
	size := b.Size()
	if size.Width <= 0 || size.Height <= 0 {
		return
	}
	from, to := b.Selection()
	if b.reading.locked {
		from, to = 0, 0
	}
	side, margin := b.page.side(), b.page.style.Margin
	caretIn, caretAt := b.page.doc.find(b.caret.At)
	p.ink.Reset()
	p.ink.Caret.Hide()
	for i, y := range b.page.view.PrecedingRows(size.Height - margin) {
		laid, start := b.page.lay(i), b.page.doc.starts[i]
		line := laid.LineHeight()
		y += margin
		for n := range laid.Lines() {
			if top := y + float32(n)*line; top+line > 0 && top < size.Height {
				mark := b.reading.mark
				p.ink.AddLineBackground(laid, n, side, top, mark[0]-start, mark[1]-start, 0, theme.ColorReadingMark)
				// Select the line break, too.
				p.ink.AddLineBackground(laid, n, side, top, from-start, to-start, 4, fynetheme.ColorNameSelection)
				p.ink.AddLine(laid, n, side, top, fynetheme.ColorNameForeground)
			}
		}
		if i == caretIn && b.focused && !b.reading.locked && !b.ReadOnly {
			p.ink.PlaceCaret(laid, caretAt, side, y, min(3, (b.page.format.LineHeight-16)/2))
		}
	}
	p.placeHint()
	first, seen := b.page.seen()
	p.Bar.Place(size, float32(first), float32(seen), float32(b.page.doc.size))
	p.Content.Objects = p.ink.Objects(p.hint)
	p.Repaint()
}

func (p *boxRenderer) placeHint() {
	b := p.box
	if widgets.SetVisible(p.hint, b.Empty()); !b.Empty() {
		return
	}
	format, margin := b.page.format, b.page.style.Margin
	p.hint.TextSize = format.Style.Size
	p.hint.FontSource = theme.FontFor(b.placeholder, fyne.TextStyle{})
	p.hint.Color = fynetheme.Color(theme.ColorMuted)
	widgets.FitText(p.hint, b.placeholder, b.page.width())
	words := p.hint.MinSize()
	widgets.PlaceText(p.hint, b.page.side(), margin+(format.LineHeight-words.Height)/2, words)
}
