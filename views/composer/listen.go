package composer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/theme"
	"parley/views/widgets"
)

func (c *Composer) newListen() {
	name := lang.L("Read replies aloud")
	c.listen = widgets.NewButton(name, widgets.Quiet, c.switchListen).SetSmall().SetIcon("volume-2")
	c.listen.SetHint(lang.L("Read each reply aloud while it is being written"))
	c.listenIcon = widgets.NewIconButton("volume-2", name, c.switchListen)
	c.SetReadReplies(false)
}

func (c *Composer) switchListen() {
	if c.OnReadReplies != nil {
		c.OnReadReplies(!c.readsAloud)
	}
}

// SetReadReplies shows whether replies are read aloud. OnReadReplies is not called.
func (c *Composer) SetReadReplies(on bool) {
	c.readsAloud = on
	c.listen.SetChosen(on)
	c.listen.SetMuted(!on)
	c.listenIcon.SetChosen(on)
	color := theme.ColorMuted
	if on {
		color = fynetheme.ColorNameForeground
	}
	c.listenIcon.SetColor(color)
}

// layoutListen places the switch from x on, in a row at y of a card of a width, and returns where it ends.
func (c *Composer) layoutListen(x, y, width float32) float32 {
	offered := c.OnReadReplies != nil && !c.simple
	words := c.listen.MinSize()
	small := fynetheme.Size(fynetheme.SizeNameCaptionText)
	hint := fyne.MeasureText(c.hint.words, small, fyne.TextStyle{}).Width
	whole := x+words.Width+16+hint+12+buttonSide()+side <= width
	widgets.Show(c.listen, offered && whole)
	widgets.Show(c.listenIcon, offered && !whole)
	switch {
	case !offered:
		return x - 4
	case whole:
		c.listen.Resize(fyne.NewSize(words.Width, buttonSide()))
		c.listen.Move(fyne.NewPos(x, y))
		return x + words.Width
	}
	c.listenIcon.Resize(fyne.NewSquareSize(buttonSide()))
	c.listenIcon.Move(fyne.NewPos(x, y))
	return x + buttonSide()
}
