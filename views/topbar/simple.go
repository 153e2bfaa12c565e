package topbar

import "parlando/views/widgets"

// SetSimple leaves the button of the parameters away, or brings it back.
func (t *Topbar) SetSimple(on bool) {
	widgets.Show(t.adjust, !on)
	t.Refresh()
}
