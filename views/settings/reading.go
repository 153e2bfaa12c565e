package settings

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/views/widgets"
	"parley/views/words"
)

// Reading is how texts are read aloud.
type Reading struct {
	// Voices are those of the service; Voice is the one that is chosen, Local that of this computer instead.
	Voices []string
	Voice  string
	Local  bool
	// Models are those for speech that the service in use lists, by id; Model is the one that was chosen, "" for none, and
	// Usual what is then asked.
	Models       []string
	Model, Usual string
	// Kept is how many bytes of sound are kept; below 0 it is not known yet.
	Kept int64
}

func (p *Settings) reading() {
	r := p.state.Reading
	p.heading(lang.L("Reading aloud"))
	voices := slices.Clone(r.Voices)
	if r.Voice != "" && !slices.Contains(voices, r.Voice) {
		voices = append(voices, r.Voice)
	}
	names := make([]string, len(voices)+1)
	for i, v := range voices {
		names[i] = words.Voice(v)
	}
	names[len(voices)] = lang.L("This computer's voice")
	chosen := slices.Index(voices, r.Voice)
	if r.Local {
		chosen = len(voices)
	}
	p.add(widgets.NewMuted(lang.L("Voice")).Flush(), choice(names, chosen, func(i int) {
		if p.state.Reading.Local = i == len(voices); !p.state.Reading.Local {
			p.state.Reading.Voice = voices[i]
		}
		p.build()
		if p.OnVoice != nil {
			p.OnVoice(p.state.Reading.Voice, p.state.Reading.Local)
		}
	}))
	p.add(widgets.Gap(2), widgets.NewMuted(lang.L("Model for speech, of the service in use")).Flush())
	if len(r.Models) > 0 {
		p.add(choice(r.Models, slices.Index(r.Models, orElse(r.Model, r.Usual)), func(i int) {
			p.speechModel(r.Models[i])
			p.build()
		}))
	}
	field := widgets.NewField(lang.L("Model for speech"), r.Usual)
	field.SetText(r.Model)
	done := func() {
		// Nothing is built anew: this may be the press of another button, which would be gone before it is let go.
		if typed := strings.TrimSpace(field.Text); typed != p.state.Reading.Model {
			p.speechModel(typed)
		}
	}
	field.OnSubmitted = func(string) { done() }
	field.OnFocusLost = done
	p.add(field)
	kept := lang.L("Sound that was read is kept on this computer, so that hearing it again costs nothing.")
	if r.Kept >= 0 {
		kept += " " + lang.L("It takes {{.Size}} now.", map[string]any{"Size": words.Size(r.Kept)})
	}
	forget := widgets.NewButton(lang.L("Clear kept sound"), widgets.Secondary, func() {
		if p.OnClearSound != nil {
			p.OnClearSound()
		}
	})
	if r.Kept == 0 {
		forget.SetDisabled(lang.L("No sound is kept."))
	}
	p.add(widgets.Gap(2), widgets.NewMuted(kept).Flush(), row(forget))
}

func (p *Settings) speechModel(id string) {
	p.state.Reading.Model = id
	if p.OnSpeechModel != nil {
		p.OnSpeechModel(id)
	}
}

func orElse(s, other string) string {
	if s != "" {
		return s
	}
	return other
}
