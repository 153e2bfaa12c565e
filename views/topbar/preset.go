package topbar

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
)

// presetMost is how many letters of a preset's name the button of the dials has room for.
const presetMost = 24

// SetPreset names the preset that the chat follows on the button of the dials; "" is none.
func (t *Topbar) SetPreset(name string) {
	words, hint := lang.L("Adjust"), ""
	if name != "" {
		words, hint = name, lang.L("Adjust: this chat follows “{{.Name}}”", map[string]any{"Name": name})
	}
	if runes := []rune(words); len(runes) > presetMost {
		words = string(runes[:presetMost-1]) + "…"
	}
	t.adjust.SetHint(hint)
	t.adjust.SetWords(words)
	t.Refresh()
}

// AdjustAnchor is the button of the dials, for what opens under it.
func (t *Topbar) AdjustAnchor() fyne.CanvasObject { return t.adjust }
