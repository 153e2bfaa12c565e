package topbar

import (
	"fyne.io/fyne/v2"

	"parlando/views/i18n"
)

// SetPreset names the chat's preset in the tooltip of the parameters button, "" for none.
func (t *Topbar) SetPreset(name string, _ bool) {
	hint := i18n.Text("Adjust")
	if name != "" {
		hint = i18n.Text("Adjust (preset: {{.Name}})", map[string]any{"Name": name})
	}
	t.adjust.SetHint(hint)
}

// AdjustAnchor returns the parameters button, for popups to open below.
func (t *Topbar) AdjustAnchor() fyne.CanvasObject { return t.adjust }
