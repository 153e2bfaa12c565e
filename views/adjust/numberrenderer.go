package adjust

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
)

// fieldWidth is how wide a number is while it is typed, in device-independent pixels.
const fieldWidth = 84

// CreateRenderer implements fyne.Widget.
func (n *number) CreateRenderer() fyne.WidgetRenderer {
	r := &numberRenderer{n: n, ring: canvas.NewRectangle(color.Transparent), words: canvas.NewText("", nil)}
	r.ring.CornerRadius = 4
	r.ring.StrokeWidth = 2
	r.Refresh()
	return r
}

type numberRenderer struct {
	n     *number
	ring  *canvas.Rectangle
	words *canvas.Text
}

func (r *numberRenderer) MinSize() fyne.Size {
	if r.n.field.Visible() {
		return fyne.NewSize(fieldWidth, r.n.field.MinSize().Height)
	}
	return fyne.MeasureText(r.n.shown, fynetheme.Size(fynetheme.SizeNameText), fyne.TextStyle{})
}

func (r *numberRenderer) Layout(s fyne.Size) {
	r.ring.Move(fyne.NewPos(-4, -2))
	r.ring.Resize(s.AddWidthHeight(8, 4))
	r.words.TextSize = fynetheme.Size(fynetheme.SizeNameText)
	m := r.words.MinSize()
	if m.Width > s.Width+1 && s.Width > 0 {
		r.words.TextSize *= s.Width / m.Width
		m = r.words.MinSize()
	}
	r.words.Resize(m)
	r.words.Move(fyne.NewPos(s.Width-m.Width, (s.Height-m.Height)/2))
	r.n.field.Resize(s)
}

func (r *numberRenderer) Refresh() {
	n := r.n
	r.words.Text = n.shown
	r.words.Color = fynetheme.Color(theme.ColorMuted)
	visible(r.words, !n.field.Visible())
	r.ring.StrokeColor = fynetheme.Color(theme.ColorAccent)
	r.ring.FillColor = theme.Hollow(r.ring.StrokeColor)
	visible(r.ring, n.focused && !n.field.Visible())
	r.Layout(n.Size())
	r.words.Refresh()
	r.ring.Refresh()
}

func visible(o fyne.CanvasObject, yes bool) {
	switch {
	case yes && !o.Visible():
		o.Show()
	case !yes && o.Visible():
		o.Hide()
	}
}

func (r *numberRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ring, r.words, r.n.field}
}
func (r *numberRenderer) Destroy() {}
