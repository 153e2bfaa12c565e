package topbar

import "parlando/views/widgets"

// SetSimple hides or shows the buttons for parameters and for a temporary chat.
func (t *Topbar) SetSimple(on bool) {
	widgets.SetVisible(t.adjust, !on)
	t.Refresh()
}
