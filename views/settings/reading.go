package settings

import (
	"slices"

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
	p.add(widgets.NewMuted(lang.L("Voice")).Flush(), p.choice(names, chosen, func(i int) {
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
		p.add(p.choice(r.Models, slices.Index(r.Models, orElse(r.Model, r.Usual)), func(i int) {
			p.speechModel(r.Models[i])
			p.build()
		}))
	}
	p.add(p.field(lang.L("Model for speech"), r.Usual, &p.state.Reading.Model, p.speechModel))
	kept := lang.L("Sound that was read is kept on this computer, so that hearing it again costs nothing.")
	if r.Kept >= 0 {
		kept += " " + lang.L("It takes {{.Size}} now.", map[string]any{"Size": words.Size(r.Kept)})
	}
	forget, nothing := p.button(lang.L("Clear kept sound"), func() { call(p.OnClearSound) }), ""
	if r.Kept == 0 {
		nothing = lang.L("No sound is kept.")
	}
	forget.SetDisabled(nothing)
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
