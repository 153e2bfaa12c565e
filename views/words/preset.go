package words

import (
	"cmp"

	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/views/i18n"
)

// LocalizedPresets returns presets with translated names and instructions for built-in ones.
func LocalizedPresets(list []settings.Preset) []settings.Preset {
	out, first := make([]settings.Preset, len(list)), firstPresets()
	for i, p := range list {
		if p.BuiltIn {
			p.Name = cmp.Or(p.Name, first[p.ID][0], string(p.ID))
			p.Parameters.Instructions = first[p.ID][1]
		}
		out[i] = p
	}
	return out
}

// firstPresets returns the translated name and instructions of each built-in preset, by its id.
func firstPresets() map[chat.ID][2]string {
	return map[chat.ID][2]string{
		settings.Balanced:    {i18n.Text("Balanced"), ""},
		settings.Precise:     {i18n.Text("Precise"), ""},
		settings.Creative:    {i18n.Text("Creative"), ""},
		settings.Short:       {i18n.Text("Short answers"), i18n.Text("Answer in one to three sentences, without introduction or summary. Say more only when I ask for it.")},
		settings.Explainer:   {i18n.Text("Simple explanations"), i18n.Text("Explain so that somebody who knows nothing about the subject understands it: short sentences, everyday words, an example. Explain every technical term you have to use.")},
		settings.Translator:  {i18n.Text("Translator"), i18n.Text("Translate what I write into English, or from English into the language I name first. Keep tone, names, numbers and formatting. Give only the translation.")},
		settings.Proofreader: {i18n.Text("Proofreader"), i18n.Text("Correct spelling, grammar and punctuation of what I write, and nothing else: keep my words, my style and my language. Give the corrected text first, then a short list of what was changed.")},
	}
}
