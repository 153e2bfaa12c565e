package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// fieldWidth is the width of a number being edited, boxWidth the width of a boxed number at the
// default text size, in device-independent pixels.
const (
	fieldWidth = 84
	boxWidth   = 128
	// boxInset is the horizontal padding of a boxed number.
	boxInset = 10
)

// CreateRenderer implements fyne.Widget.
func (n *number) CreateRenderer() fyne.WidgetRenderer {
	r := &numberRenderer{n: n, ring: widgets.NewThemedRectangle(4), words: canvas.NewText("", nil)}
	if n.boxed {
		r.ring.CornerRadius = theme.RadiusControl
	}
	return widgets.Renderer{MinSize: r.least, Place: r.place, Paint: r.paint}.Of(n, r.ring.Rectangle, r.words, r.n.field)
}

type numberRenderer struct {
	n     *number
	ring  widgets.ThemedRectangle
	words *canvas.Text
}

func (r *numberRenderer) least() fyne.Size {
	switch {
	case r.n.boxed:
		return fyne.NewSize(widgets.RegionWidth(boxWidth), r.n.field.MinSize().Height)
	case r.n.field.Visible():
		return fyne.NewSize(fieldWidth, r.n.field.MinSize().Height)
	}
	return fyne.MeasureText(r.n.shown, r.size(), fyne.TextStyle{})
}

// size returns the size of the text, which is small unless it stands in a box.
func (r *numberRenderer) size() float32 {
	if r.n.boxed {
		return fynetheme.Size(fynetheme.SizeNameText)
	}
	return fynetheme.Size(fynetheme.SizeNameCaptionText)
}

func (r *numberRenderer) place(s fyne.Size) {
	room := s.Width
	if r.n.boxed {
		widgets.Place(r.ring, 0, 0, s.Width, s.Height)
		if room -= 2 * boxInset; r.n.chosen {
			room -= resetSide
		}
	} else {
		r.ring.Move(fyne.NewPos(-4, -2))
		r.ring.Resize(s.AddWidthHeight(8, 4))
	}
	r.words.TextSize = r.size()
	m := r.words.MinSize()
	// Fonts have widths of whole steps, so a text can still be too wide after the first try.
	for m.Width > room+1 && room > 0 && r.words.TextSize > 8 {
		r.words.TextSize = min(r.words.TextSize*room/m.Width, r.words.TextSize-0.5)
		m = r.words.MinSize()
	}
	x := s.Width - m.Width
	if r.n.boxed {
		x = boxInset
	}
	widgets.Place(r.words, x, (s.Height-m.Height)/2, m.Width, m.Height)
	r.n.field.Resize(s)
}

func (r *numberRenderer) paint() {
	n := r.n
	r.words.Text = n.shown
	widgets.SetVisible(r.words, !n.field.Visible())
	fill, border, width, color := fyne.ThemeColorName(""), theme.ColorAccent, float32(2), theme.ColorMuted
	if n.boxed {
		fill = theme.ColorTint
		if !n.focused || !widgets.RingIsShown() {
			border, width = theme.ColorEdge, 1
		}
		if n.chosen {
			color = fynetheme.ColorNameForeground
		}
	}
	widgets.SetVisible(r.ring.Rectangle, (n.focused && widgets.RingIsShown() || n.boxed) && !n.field.Visible())
	r.ring.Paint(fill, border, width)
	r.words.Color = fynetheme.Color(color)
	r.words.Refresh()
}
