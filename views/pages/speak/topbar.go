package speak

import (
	"fyne.io/fyne/v2"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// topBar is the bar above the page. Set its callbacks before it is shown.
type topBar struct {
	widgets.PageBar

	// OnPanel opens or closes the panel if the panel does not fit beside the text.
	OnPanel func()
	// OnOpen opens a file dialog, OnClear empties the page.
	OnOpen, OnClear func()

	panel, clear *widgets.Button
	// reason is the reason why the page cannot be emptied, "" if it can.
	reason string
}

// newTopBar returns the bar.
func newTopBar() *topBar {
	t := &topBar{}
	t.clear = widgets.NewButton(i18n.Text("Clear"), widgets.Quiet, func() { t.OnClear() })
	t.panel = widgets.NewButton(i18n.Text("Voice"), widgets.Secondary, func() { t.OnPanel() }).SetIcon("sliders-horizontal")
	t.panel.Hide()
	open := widgets.NewButton(i18n.Text("Open text file"), widgets.Secondary, func() { t.OnOpen() }).SetIcon("file-text")
	t.Fill(t, i18n.Text("Read aloud"), nil, []fyne.CanvasObject{t.clear, t.panel, open})
	return t
}

// SetPanelBeside sets whether the panel is beside the text; the bar hides the panel's button then.
func (t *topBar) SetPanelBeside(beside bool) { t.ShowPart(t.panel, !beside) }

// SetPanelOpen highlights the button of the panel while it is open.
func (t *topBar) SetPanelOpen(open bool) { t.panel.SetChosen(open) }

// SetClear disables Clear with a reason; "" enables it.
func (t *topBar) SetClear(reason string) {
	if t.reason != reason {
		t.reason = reason
		t.clear.SetDisabled(reason)
	}
}
