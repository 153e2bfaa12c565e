package topbar

import "parlando/views/widgets"

// SetSimple hides or shows the buttons for parameters and for a temporary chat.
func (t *Topbar) SetSimple(on bool) {
	widgets.SetVisible(t.adjust, !on)
	t.Refresh()
}

// SetHelp shows the button that opens the help, with its label if there is room; nil hides it.
func (t *Topbar) SetHelp(open func()) {
	t.help.SetOnTapped(open)
	widgets.SetVisible(t.help, open != nil)
	t.Refresh()
}
