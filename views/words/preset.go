package words

import (
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/settings"
)

// Presets are presets as a person sees them: those that were there at first have their names and instructions in the language of the
// window.
func Presets(list []settings.Preset) []settings.Preset {
	out := make([]settings.Preset, len(list))
	for i, p := range list {
		if p.BuiltIn {
			name, instructions := firstPreset(p.ID)
			if p.Name == "" {
				p.Name = name
			}
			p.Parameters.Instructions = instructions
		}
		out[i] = p
	}
	return out
}

// firstPreset is the name and the instructions of a preset that was there at first.
func firstPreset(id chat.ID) (name, instructions string) {
	switch id {
	case settings.Balanced:
		return lang.L("Balanced"), ""
	case settings.Precise:
		return lang.L("Precise"), ""
	case settings.Creative:
		return lang.L("Creative"), ""
	case settings.Short:
		return lang.L("Short answers"), lang.L("Answer in one to three sentences, without introduction or summary. Say more only when I ask for it.")
	case settings.Explainer:
		return lang.L("Explained simply"), lang.L("Explain so that somebody who knows nothing of the subject understands it: short sentences, everyday words, an example. Explain each term you cannot do without.")
	case settings.Translator:
		return lang.L("Translator"), lang.L("Translate what I write: into English, or from English into the language I name first. Keep tone, names, numbers and formatting. Give the translation alone.")
	case settings.Proofreader:
		return lang.L("Proofreader"), lang.L("Correct spelling, grammar and punctuation of what I write, and nothing else: keep my words, my style and my language. Give the corrected text first, then a short list of what was changed.")
	}
	return string(id), ""
}
