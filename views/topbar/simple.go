package topbar

import "parlando/views/widgets"

// SetSimple hides or shows the parameters button.
func (t *Topbar) SetSimple(on bool) {
	widgets.SetVisible(t.adjust, !on)
	t.Refresh()
}
