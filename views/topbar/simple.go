package topbar

import "parlando/views/widgets"

// SetSimple hides or shows the buttons for parameters and for a temporary chat.
func (t *Topbar) SetSimple(on bool) {
	widgets.SetVisible(t.adjust, !on)
	t.Refresh()
}

// SetHelp hides or shows the button of the help, which has its label if there is room.
func (t *Topbar) SetHelp(on bool) {
	widgets.SetVisible(t.help, on)
	t.Refresh()
}
