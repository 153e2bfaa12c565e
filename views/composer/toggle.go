package composer

import (
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// toggle is a button that stays chosen while it is on.
type toggle struct {
	*widgets.IconButton
	on bool
}

func newToggle(icon, name string, pressed func()) toggle {
	t := toggle{IconButton: widgets.NewIconButton(icon, name, pressed)}
	t.set(false)
	return t
}

func (t *toggle) set(on bool) {
	t.on = on
	t.SetChosen(on)
	color := theme.ColorMuted
	if on {
		color = fynetheme.ColorNameForeground
	}
	t.SetColor(color)
}

// SetReadReplies sets the switch for auto-read. It does not call OnReadReplies.
func (c *Composer) SetReadReplies(on bool) { c.listen.set(on) }

// Search is the state of the switch for searches of the web. Always is the reason why a switch that
// is on cannot be switched off, else "".
type Search struct {
	Shown, On bool
	Always    string
}

// SetSearch shows the switch for searches of the web. It does not call OnSearch.
func (c *Composer) SetSearch(s Search) {
	if c.searching == s {
		return
	}
	c.searching = s
	c.search.set(s.On)
	c.search.SetDisabled(s.Always)
	c.Refresh()
}
