package composer

import (
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// listen is the switch for auto-read.
type listen struct {
	*widgets.IconButton
	on bool
}

func newListen(pressed func()) listen {
	l := listen{IconButton: widgets.NewIconButton("volume-2", i18n.Text("Read replies aloud"), pressed)}
	l.SetHint(i18n.Text("Read replies aloud as they arrive"))
	l.set(false)
	return l
}

func (l *listen) set(on bool) {
	l.on = on
	l.SetChosen(on)
	color := theme.ColorMuted
	if on {
		color = fynetheme.ColorNameForeground
	}
	l.SetColor(color)
}

// SetReadReplies sets the switch for auto-read. It does not call OnReadReplies.
func (c *Composer) SetReadReplies(on bool) { c.listen.set(on) }
