package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
)

// Check is a box that is ticked or not, and words behind it.
type Check struct {
	pressable

	// OnChanged is called with each change a person makes; never by Set.
	OnChanged func(on bool)

	on bool
}

// NewCheck makes an empty box. Its words are also its name.
func NewCheck(words string) *Check {
	c := &Check{}
	c.name = words
	c.onTapped = func() {
		c.Set(!c.on)
		if c.OnChanged != nil {
			c.OnChanged(c.on)
		}
	}
	c.ExtendBaseWidget(c)
	return c
}

// Set ticks the box or empties it.
func (c *Check) Set(on bool) {
	if c.on != on {
		c.on = on
		c.Refresh()
	}
}

// On reports whether it is ticked.
func (c *Check) On() bool { return c.on }

// CreateRenderer implements fyne.Widget.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	r := &checkRenderer{c: c, ground: newGround(theme.RadiusControl), icon: newPicture("square", theme.IconSize), words: newText(c.name, textSize())}
	r.Refresh()
	return r
}

type checkRenderer struct {
	c      *Check
	ground ground
	icon   *picture
	words  *canvas.Text
}

func (r *checkRenderer) MinSize() fyne.Size {
	return fyne.NewSize(theme.IconSide()+8+measure(r.c.name, r.words).Width, max(float32(theme.RowHeight)-8, measure(r.c.name, r.words).Height+6))
}

func (r *checkRenderer) Layout(s fyne.Size) {
	r.ground.Move(fyne.NewPos(-4, 0))
	r.ground.Resize(s.AddWidthHeight(8, 0))
	placeIcon(r.icon, 0, s.Height, theme.IconSide())
	r.words.Text = Fit(r.c.name, r.words, s.Width-theme.IconSide()-8)
	r.words.FontSource = theme.FontFor(r.words.Text, r.words.TextStyle)
	Middle(r.words, theme.IconSide()+8, r.words.MinSize().Width, s.Height)
}

func (r *checkRenderer) Refresh() {
	icon, color, fill, ring := "square", theme.ColorMuted, fyne.ThemeColorName(""), fyne.ThemeColorName("")
	if r.c.on {
		icon, color = "square-check", theme.ColorAccent
	}
	if r.c.hovered && !r.c.disabled {
		fill = theme.ColorHover
	}
	if r.c.focused {
		ring = theme.ColorAccent
	}
	r.ground.paint(fill, ring, 2)
	r.icon.paint(icon, color)
	r.words.TextSize = textSize()
	r.Layout(r.c.Size())
	paintText(r.words, fynetheme.ColorNameForeground, textSize())
}

func (r *checkRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground.Rectangle, r.icon.Image, r.words}
}
func (r *checkRenderer) Destroy() {}
