package topbar

import (
	"fyne.io/fyne/v2"

	"parlando/views/i18n"
)

// presetMost is the maximum number of characters of a preset's name on the parameters button.
const presetMost = 22

// SetPreset shows the chat's preset on the parameters button, "" for none; changed marks it as
// modified.
func (t *Topbar) SetPreset(name string, changed bool) {
	words, hint := i18n.Text("Adjust"), ""
	if name != "" {
		hint = i18n.Text("Adjust (preset: {{.Name}})", map[string]any{"Name": name})
		if runes := []rune(name); len(runes) > presetMost {
			name = string(runes[:presetMost-1]) + "…"
		}
		if words = name; changed {
			words = i18n.Text("{{.Name}} (changed)", map[string]any{"Name": name})
		}
	}
	t.adjust.SetHint(hint)
	t.adjust.SetText(words)
	t.Refresh()
}

// AdjustAnchor returns the parameters button, for popups to open below.
func (t *Topbar) AdjustAnchor() fyne.CanvasObject { return t.adjust }
