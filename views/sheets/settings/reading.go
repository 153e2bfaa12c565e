package settings

import (
	"slices"

	"parlando/views/i18n"
	"parlando/views/modelchoice"
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
	p.Heading(i18n.Text("Reading aloud"))
	voices := r.Voices
	names := make([]string, len(voices)+1)
	for i, v := range voices {
		names[i] = words.VoiceName(v)
	}
	names[len(voices)] = i18n.Text("This computer's voice")
	at := slices.Index(voices, r.Voice)
	if chosen.Local {
		at = len(voices)
	}
	p.Choice(i18n.Text("Voice"), "", names, at, func(i int) {
		now := &p.state.Settings.Speech
		if now.Local = i == len(voices); !now.Local {
			p.state.Reading.Voice = voices[i]
		}
		p.Update()
		if p.OnVoice != nil {
			p.OnVoice(p.state.Reading.Voice, now.Local)
		}
	})
	p.More(moreReading(), p.readingOptions)
}

func moreReading() string { return i18n.Text("More read-aloud settings") }

// readingOptions adds the speech model and the saved audio.
func (p *page) readingOptions() {
	r, chosen := p.state.Reading, p.state.Settings.Speech
	p.Label(i18n.Text("Speech model of the current service"))
	p.model(i18n.Text("Speech model"), chosen.Models[p.state.Settings.Connection], r.DefaultModel, func() modelchoice.Choice { return p.state.Reading.Model })
	kept := i18n.Text("Audio stays on this computer, so listening again costs nothing.")
	if r.Kept >= 0 {
		kept += " " + i18n.Text("It uses {{.Size}} now.", map[string]any{"Size": words.FileSize(r.Kept)})
	}
	forget := p.Button(i18n.Text("Clear saved audio"), p.OnClearSound)
	if r.Kept == 0 {
		forget.SetDisabled(i18n.Text("No saved audio."))
	}
	p.Label(kept)
	p.AddRow(forget)
}
