package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
)

// Choice shows what is chosen among several and opens a menu of them.
type Choice struct {
	pressable

	what, chosen string
}

// NewChoice makes a choice with nothing chosen. what is asked; onTapped opens the menu.
func NewChoice(what string, onTapped func()) *Choice {
	c := &Choice{what: what}
	c.name, c.onTapped = what, onTapped
	c.ExtendBaseWidget(c)
	return c
}

// Set shows what is chosen.
func (c *Choice) Set(chosen string) {
	if c.chosen != chosen {
		c.chosen, c.name = chosen, c.what+": "+chosen
		c.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (c *Choice) CreateRenderer() fyne.WidgetRenderer {
	r := &choiceRenderer{c: c, ground: newGround(theme.RadiusControl), words: newText("", textSize()), arrow: newPicture("chevron-down", theme.IconSize)}
	r.Refresh()
	return r
}

type choiceRenderer struct {
	c      *Choice
	ground ground
	words  *canvas.Text
	arrow  *picture
}

func (r *choiceRenderer) MinSize() fyne.Size {
	return fyne.NewSize(120, max(38, measure("M", r.words).Height+14))
}

func (r *choiceRenderer) Layout(s fyne.Size) {
	r.ground.Resize(s)
	r.words.Text = Fit(r.c.chosen, r.words, s.Width-24-smallIcon()-6)
	r.words.FontSource = theme.FontFor(r.words.Text, r.words.TextStyle)
	Middle(r.words, 12, r.words.MinSize().Width, s.Height)
	place(r.arrow, s.Width-10-smallIcon(), s.Height)
}

func (r *choiceRenderer) Refresh() {
	fill, border, width := theme.ColorCard, theme.ColorFieldBorder, float32(1)
	if r.c.hovered && !r.c.disabled {
		fill = theme.ColorHover
	}
	if r.c.focused {
		border, width = theme.ColorAccent, 2
	}
	r.ground.paint(fill, border, width)
	r.arrow.paint("chevron-down", fynetheme.ColorNameForeground)
	r.words.TextSize = textSize()
	r.Layout(r.c.Size())
	paintText(r.words, fynetheme.ColorNameForeground, textSize())
}

func (r *choiceRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground.Rectangle, r.words, r.arrow.Image}
}
func (r *choiceRenderer) Destroy() {}
