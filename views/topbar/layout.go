package topbar

import (
	"fyne.io/fyne/v2"

	"parlando/views/widgets"
)

// Sizes of the bar, in device-independent pixels.
const (
	height = 52
	edge   = 16
	gap    = 4
	// textEdge is the space before the model's button, whose name then begins where the titles of
	// pages do.
	textEdge = 12
	// nameLeast is the minimum width of the model button.
	nameLeast = 120
	// serviceLeast and serviceMost bound the width of the service's name.
	serviceLeast, serviceMost = 40, 200
)

// place lays out the right end first; the model's name gets the remaining width.
func (t *Topbar) place(size fyne.Size) {
	right := size.Width - edge
	t.help.SetIconOnly(!t.helpFits(size.Width))
	for _, o := range []fyne.CanvasObject{t.more, t.help, t.adjust, t.temporary, t.badge} {
		if o.Visible() {
			right -= o.MinSize().Width
			widgets.CenterVertically(o, right, o.MinSize().Width, size.Height)
			right -= gap
		}
	}
	left := float32(textEdge)
	if t.sidebar.Visible() {
		left = edge
		widgets.CenterVertically(t.sidebar, left, t.sidebar.MinSize().Width, size.Height)
		left += t.sidebar.MinSize().Width + gap
	}
	width := min(t.model.MinSize().Width, max(right-left, nameLeast))
	widgets.CenterVertically(t.model, left, width, size.Height)
	// Show the service only if there is room: the picker shows it, too.
	left += width + gap
	room := min(t.where.MinSize().Width, serviceMost, right-left)
	widgets.SetVisible(t.where, t.service != "" && !t.badge.Visible() && room >= serviceLeast)
	widgets.CenterVertically(t.where, left, room, size.Height)
}

// helpFits reports whether the help's button has room for its label beside the whole name of the
// model.
func (t *Topbar) helpFits(width float32) bool {
	need := textEdge + t.model.MinSize().Width + gap + t.help.LabeledWidth() + gap + edge
	for _, o := range []fyne.CanvasObject{t.sidebar, t.more, t.adjust, t.temporary, t.badge} {
		if o.Visible() {
			need += o.MinSize().Width + gap
		}
	}
	return need <= width
}
