package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
)

// Starter is a card that starts something: an icon, a title, and a small line below.
type Starter struct {
	pressable
	icon, detail string
}

// NewStarter returns a card, 65 high at the default text size.
func NewStarter(icon, title, detail string, onTapped func()) *Starter {
	s := &Starter{icon: icon, detail: detail}
	s.name, s.onTapped = title, onTapped
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer implements fyne.Widget.
func (s *Starter) CreateRenderer() fyne.WidgetRenderer {
	r := &starterRenderer{
		s: s, ground: NewThemedRectangle(theme.RadiusCard), icon: newPicture(s.icon, theme.IconSize),
		title: newText(s.name, textSize()), detail: newText(s.detail, smallSize()),
	}
	return Renderer{MinSize: r.least, Place: r.place, Paint: r.paint}.Of(s, r.ground.Rectangle, r.icon.Image, r.title, r.detail)
}

type starterRenderer struct {
	s             *Starter
	ground        ThemedRectangle
	icon          *picture
	title, detail *canvas.Text
}

func (r *starterRenderer) least() fyne.Size {
	words := max(measure(r.s.name, r.title).Width, measure(r.s.detail, r.detail).Width)
	title, _ := TextHeight(r.s.name, r.title)
	detail, _ := TextHeight(r.s.detail, r.detail)
	return fyne.NewSize(r.left()+words+14, title+detail+29)
}

func (r *starterRenderer) place(s fyne.Size) {
	r.ground.Resize(s)
	left := r.left()
	FitText(r.title, r.s.name, s.Width-left-14)
	FitText(r.detail, r.s.detail, s.Width-left-14)
	side := theme.ScaledIconSize()
	title, up := TextHeight(r.s.name, r.title)
	t := measure(r.title.Text, r.title)
	Place(r.icon, 16, 14+up+max((t.Height-side)/2-1, 0), side, side)
	PlaceText(r.title, left, 14+up, t)
	_, up = TextHeight(r.s.detail, r.detail)
	PlaceText(r.detail, left, 15+title+up, measure(r.detail.Text, r.detail))
}

func (r *starterRenderer) paint() {
	fill, border, width := theme.ColorTint, theme.ColorEdge, float32(1)
	if r.s.hovered {
		fill = theme.ColorHover
	}
	if r.s.ringed() {
		border, width = theme.ColorAccent, 2
	}
	r.ground.Paint(fill, border, width)
	r.icon.paint(r.s.icon, fynetheme.ColorNameForeground)
	PaintText(r.title, fynetheme.ColorNameForeground, textSize())
	PaintText(r.detail, theme.ColorMuted, smallSize())
}

// left returns the left edge of the text.
func (r *starterRenderer) left() float32 { return 16 + theme.ScaledIconSize() + 12 }
