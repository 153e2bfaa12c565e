package topbar

import (
	"fyne.io/fyne/v2"

	"parlando/views/i18n"
)

// presetMost is the number of letters of a preset's name on the button of the parameters.
const presetMost = 22

// SetPreset names the preset that the chat follows on the button of the parameters; changed: they
// were changed since. "" is none.
func (t *Topbar) SetPreset(name string, changed bool) {
	words, hint := i18n.Text("Adjust"), ""
	if name != "" {
		hint = i18n.Text("Adjust: this chat follows “{{.Name}}”", map[string]any{"Name": name})
		if runes := []rune(name); len(runes) > presetMost {
			name = string(runes[:presetMost-1]) + "…"
		}
		if words = name; changed {
			words = i18n.Text("{{.Name}} (changed)", map[string]any{"Name": name})
		}
	}
	t.adjust.SetHint(hint)
	t.adjust.SetWords(words)
	t.Refresh()
}

// AdjustAnchor is the button of the parameters, for what opens under it.
func (t *Topbar) AdjustAnchor() fyne.CanvasObject { return t.adjust }
