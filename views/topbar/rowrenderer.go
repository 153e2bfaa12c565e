package topbar

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
	"parley/views/widgets"
)

// The measures of a line, in device-independent pixels.
const (
	rowSide = 10
	markGap = 7
)

// markSize is the size of a mark behind a name, which grows with it.
func markSize() float32 { return theme.IconSide() - 3 }

// CreateRenderer implements fyne.Widget.
func (r *row) CreateRenderer() fyne.WidgetRenderer {
	n := &rowRenderer{r: r, ground: canvas.NewRectangle(color.Transparent), words: canvas.NewText("", nil), where: canvas.NewText("", nil)}
	n.ground.CornerRadius = theme.RadiusControl
	n.check, n.eye = icon(), icon()
	n.Refresh()
	return n
}

func icon() *canvas.Image {
	i := &canvas.Image{FillMode: canvas.ImageFillContain}
	i.Resize(fyne.NewSquareSize(markSize()))
	return i
}

type rowRenderer struct {
	r          *row
	ground     *canvas.Rectangle
	words      *canvas.Text
	where      *canvas.Text // the service, at the right end
	check, eye *canvas.Image
}

func (n *rowRenderer) MinSize() fyne.Size { return fyne.NewSize(pickerWidth()-12, n.r.entry.height()) }

// Layout: the words from the left, the marks behind them, the buttons and the check mark at the right end.
func (n *rowRenderer) Layout(s fyne.Size) {
	n.ground.Resize(s)
	right := s.Width - rowSide
	if n.check.Visible() {
		right -= markSize()
		n.middle(n.check, right, s.Height)
		right -= markGap
	}
	for _, b := range []*widgets.IconButton{n.r.star, n.r.sees} {
		if b.Visible() {
			side := b.MinSize().Width
			right -= side
			b.Resize(fyne.NewSquareSize(side))
			b.Move(fyne.NewPos(right, (s.Height-side)/2))
		}
	}
	room := right - rowSide
	if n.eye.Visible() {
		room -= markSize() + markGap
	}
	n.where.Text = ""
	if service := n.r.entry.where; service != "" {
		n.where.Text = widgets.Fit(service, n.where, room/2)
		m := n.where.MinSize()
		n.where.Resize(m)
		n.where.Move(fyne.NewPos(right-m.Width, (s.Height-m.Height)/2))
		room -= m.Width + markGap
	}
	n.words.Text = widgets.Fit(n.r.entry.words(), n.words, room)
	size := n.words.MinSize()
	n.words.Resize(size)
	n.words.Move(fyne.NewPos(rowSide, (s.Height-size.Height)/2))
	if n.eye.Visible() {
		n.middle(n.eye, rowSide+size.Width+markGap, s.Height)
	}
}

func (n *rowRenderer) middle(o *canvas.Image, x, height float32) {
	o.Resize(fyne.NewSquareSize(markSize()))
	o.Move(fyne.NewPos(x, (height-markSize())/2))
}

func (n *rowRenderer) Refresh() {
	r := n.r
	model := r.entry.model()
	n.ground.FillColor = color.Transparent
	if r.entry.typed { // other lines scroll behind it
		n.ground.FillColor = fynetheme.Color(fynetheme.ColorNameOverlayBackground)
	}
	if r.lit { // stronger than a hover: it is where Enter goes
		n.ground.FillColor = fynetheme.Color(theme.ColorLine)
	}
	n.ground.Refresh()
	n.words.Color = fynetheme.Color(fynetheme.ColorNameForeground)
	n.words.TextSize = fynetheme.Size(fynetheme.SizeNameText)
	if !r.entry.choosable() {
		n.words.Color = fynetheme.Color(theme.ColorMuted)
		n.words.TextSize = fynetheme.Size(fynetheme.SizeNameCaptionText)
	}
	n.where.Color = fynetheme.Color(theme.ColorMuted)
	n.where.TextSize = fynetheme.Size(fynetheme.SizeNameCaptionText)
	paint(n.check, "check", theme.ColorAccent, model && r.chosen)
	paint(n.eye, "eye", theme.ColorMuted, model && r.entry.item.Sees == Yes && !r.lit)
	n.buttons(model)
	n.Layout(r.Size())
	n.words.Refresh()
	n.where.Refresh()
}

// buttons are quiet: only the highlighted line has them, and a favourite keeps its star.
func (n *rowRenderer) buttons(model bool) {
	r, item := n.r, n.r.entry.item
	widgets.Show(r.sees, model && r.lit)
	widgets.Show(r.star, model && (r.lit || item.Favourite))
	if item.Sees == Yes {
		r.sees.SetIcon("eye", lang.L("Can see pictures"))
	} else {
		r.sees.SetIcon("eye-off", lang.L("Can see pictures"))
	}
	r.sees.SetColor(theme.ColorMuted)
	r.star.SetColor(theme.ColorMuted)
	name := lang.L("Make a favourite")
	if item.Favourite {
		r.star.SetColor(theme.ColorCaution)
		name = lang.L("No favourite any more")
	}
	r.star.SetIcon("star", name)
}

func paint(i *canvas.Image, name string, color fyne.ThemeColorName, visible bool) {
	widgets.Show(i, visible)
	if visible {
		i.Resource = theme.Icon(name, color)
		i.Refresh()
	}
}

func (n *rowRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{n.ground, n.words, n.where, n.eye, n.check, n.r.sees, n.r.star}
}
func (n *rowRenderer) Destroy() {}
