package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
)

// Starter is a card that begins something: an icon, what it is, and a small line below.
type Starter struct {
	pressable
	icon, detail string
}

// NewStarter makes a card 65 high.
func NewStarter(icon, title, detail string, onTapped func()) *Starter {
	s := &Starter{icon: icon, detail: detail}
	s.name, s.onTapped = title, onTapped
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer implements fyne.Widget.
func (s *Starter) CreateRenderer() fyne.WidgetRenderer {
	r := &starterRenderer{
		s: s, ground: newGround(theme.RadiusCard), icon: newPicture(s.icon, theme.IconSize),
		title: newText(s.name, textSize()), detail: newText(s.detail, smallSize()),
	}
	r.Refresh()
	return r
}

type starterRenderer struct {
	s             *Starter
	ground        ground
	icon          *picture
	title, detail *canvas.Text
}

func (r *starterRenderer) MinSize() fyne.Size {
	return fyne.NewSize(46+max(r.title.MinSize().Width, r.detail.MinSize().Width)+14, r.title.MinSize().Height+r.detail.MinSize().Height+29)
}

func (r *starterRenderer) Layout(s fyne.Size) {
	r.ground.Resize(s)
	r.icon.Move(fyne.NewPos(16, 14))
	t := r.title.MinSize()
	r.title.Resize(t)
	r.title.Move(fyne.NewPos(46, 14))
	r.detail.Resize(r.detail.MinSize())
	r.detail.Move(fyne.NewPos(46, 15+t.Height))
}

func (r *starterRenderer) Refresh() {
	fill, border, width := theme.ColorCard, theme.ColorLine, float32(1)
	if r.s.hovered {
		fill = theme.ColorHover
	}
	if r.s.focused {
		border, width = theme.ColorAccent, 2
	}
	r.ground.paint(fill, border, width)
	r.icon.paint(r.s.icon, fynetheme.ColorNameForeground)
	paintText(r.title, fynetheme.ColorNameForeground, textSize())
	paintText(r.detail, theme.ColorMuted, smallSize())
	r.Layout(r.s.Size())
}

func (r *starterRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground.Rectangle, r.icon.Image, r.title, r.detail}
}
func (r *starterRenderer) Destroy() {}
