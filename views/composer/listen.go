package composer

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// listen is the switch for auto-read: a button with a label, or with an icon if room is short.
type listen struct {
	button *widgets.Button
	icon   *widgets.IconButton
	on     bool
}

func newListen(pressed func()) listen {
	name := i18n.Text("Read replies aloud")
	l := listen{button: widgets.NewButton(name, widgets.Quiet, pressed).SetSmall().SetIcon("volume-2"), icon: widgets.NewIconButton("volume-2", name, pressed)}
	l.button.SetHint(i18n.Text("Read replies aloud as they arrive"))
	l.set(false)
	return l
}

func (l *listen) set(on bool) {
	l.on = on
	l.button.SetChosen(on)
	l.button.SetMuted(!on)
	l.icon.SetChosen(on)
	color := theme.ColorMuted
	if on {
		color = fynetheme.ColorNameForeground
	}
	l.icon.SetColor(color)
}

// SetReadReplies sets the switch for auto-read. It does not call OnReadReplies.
func (c *Composer) SetReadReplies(on bool) { c.listen.set(on) }

// layout places the switch at (x, y), using the space up to right, and returns its right edge.
func (l *listen) layout(offered bool, x, y, right float32) float32 {
	words := l.button.MinSize()
	whole := x+words.Width+16 <= right
	widgets.SetVisible(l.button, offered && whole)
	widgets.SetVisible(l.icon, offered && !whole)
	switch {
	case !offered:
		return x - 4
	case whole:
		widgets.Place(l.button, x, y, words.Width, buttonSide())
		return x + words.Width
	}
	l.icon.Resize(fyne.NewSquareSize(buttonSide()))
	l.icon.Move(fyne.NewPos(x, y))
	return x + buttonSide()
}

func (l *listen) hide() {
	l.button.Hide()
	l.icon.Hide()
}
