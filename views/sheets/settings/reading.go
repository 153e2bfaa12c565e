package settings

import (
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/widgets"
	"parlando/views/words"
)

// readingState has the options for reading aloud.
type readingState struct {
	// Voices lists the voices of the service.
	Voices []string
	// Voice is the chosen voice of Voices.
	Voice string
	// Model is the choice of the current service's speech model; DefaultModel is used if the user
	// has chosen none.
	Model        modelchoice.Choice
	DefaultModel string
	// Kept is the size of the cached sound in bytes; negative while it is unknown.
	Kept int64
}

func (p *page) reading() {
	r, chosen := p.state.Reading, p.state.Settings.Speech
	local := i18n.Text("This computer's voice")
	name := local
	if !chosen.Local {
		name = words.VoiceName(r.Voice)
	}
	p.Row(i18n.Text("Voice"), "", p.Dropdown(i18n.Text("Voice"), name, func(anchor *widgets.Dropdown) {
		var items []widgets.MenuItem
		for _, v := range r.Voices {
			items = append(items, widgets.MenuItem{Text: words.VoiceName(v), Chosen: v == r.Voice && !chosen.Local, Do: func() { p.chooseVoice(v, false) }})
		}
		items = append(items, widgets.MenuItem{Text: local, Chosen: chosen.Local, Do: func() { p.chooseVoice(r.Voice, true) }})
		widgets.ShowMenu(anchor, items)
	}))
	p.WideRow(i18n.Text("Model for reading aloud"), i18n.Text("Of the current service"), func() {
		p.model(i18n.Text("Model for reading aloud"), chosen.Models[p.state.Settings.Connection], r.DefaultModel, func() modelchoice.Choice { return p.state.Reading.Model })
	})
	kept := i18n.Text("Up to 256 MB of audio stay on this computer, so listening again usually costs nothing.")
	if r.Kept >= 0 {
		kept = format.Sentences(kept, i18n.Text("It uses {{.Size}} now.", map[string]any{"Size": format.Size(r.Kept)}))
	}
	forget := p.Button(i18n.Text("Delete kept audio"), p.OnClearSound)
	if r.Kept == 0 {
		forget.SetDisabled(i18n.Text("Nothing to delete."))
	}
	p.Row(i18n.Text("Audio kept for listening again"), kept, forget)
}

// chooseVoice chooses a voice of the service or, if local is set, that of this computer.
func (p *page) chooseVoice(voice string, local bool) {
	p.state.Settings.Speech.Local, p.state.Reading.Voice = local, voice
	p.Update()
	if p.OnVoice != nil {
		p.OnVoice(voice, local)
	}
}
