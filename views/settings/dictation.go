package settings

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/dictating"
	"parley/views/theme"
	"parley/views/widgets"
)

// Microphone is one that can be chosen.
type Microphone struct{ ID, Name string }

// Dictation is how what is spoken is written into a message.
type Dictation struct {
	// Microphones are those that are there; Device is the one that was chosen, "" for the usual one, and DeviceName what it is called. Trouble says why there are
	// none.
	Microphones        []Microphone
	Device, DeviceName string
	Trouble            string
	// Testing: the microphone is open, so that its level can be seen.
	Testing bool
	// Language is what is spoken, in words.
	Language string
	// Words are the person's own, one entry a line.
	Words              []string
	TidyUp, SendAtOnce bool
	// Pause ends a turn of the conversation by voice, in seconds.
	Pause float64
	// Models are those that write down speech, as the service in use lists them; Model is the one that was chosen, "" for none, and Usual what is then
	// asked, "" if that is not known either.
	Models       []string
	Model, Usual string
}

// DictationCalls are what is chosen of dictation.
type DictationCalls struct {
	// OnMicrophone chooses a microphone, with "" the usual one; OnTest opens it to be seen, or shuts it again.
	OnMicrophone func(id, name string)
	OnTest       func()
	// OnLanguage asks for the language; OnWords gets the lines of the list.
	OnLanguage func()
	OnWords    func([]string)
	OnTidyUp   func(bool)
	OnSend     func(bool)
	OnPause    func(seconds float64)
	// OnTranscriber chooses the model that writes down speech, "" for the service's own.
	OnTranscriber func(id string)
}

// SetLevel shows how loud the microphone is that is tried, and says if it gives nothing.
func (p *Settings) SetLevel(level float64, voice, mute bool) {
	if !p.state.Dictation.Testing || p.meter == nil {
		return
	}
	p.meter.Add(level, voice)
	said := lang.L("Say something: the line should move.")
	if mute {
		said = lang.L("I hear nothing: is the microphone muted?")
	}
	p.heard.SetText(said)
}

func (p *Settings) dictation() {
	d := p.state.Dictation
	p.heading(lang.L("Dictation"))
	p.microphone(d)
	p.add(widgets.Gap(2), widgets.NewMuted(lang.L("Language you speak")).Flush())
	language := reuse(p, "language", func() *widgets.Choice {
		return widgets.NewChoice(lang.L("Language"), func() { call(p.Dictation.OnLanguage) })
	})
	language.Set(d.Language)
	p.add(language)
	p.words(d)
	p.add(widgets.Gap(2), widgets.NewMuted(lang.L("Have the chat's model put right what was written down. That is one more request; what you said stays one click away.")).Flush(),
		p.onOff(d.TidyUp, p.Dictation.OnTidyUp, func(on bool) { p.state.Dictation.TidyUp = on; p.build() }))
	p.add(widgets.Gap(2), widgets.NewMuted(lang.L("Send what you dictate at once, without Enter")).Flush(),
		p.onOff(d.SendAtOnce, p.Dictation.OnSend, func(on bool) { p.state.Dictation.SendAtOnce = on; p.build() }))
	pauses := []float64{0.8, 1.2, 2, 3}
	p.add(widgets.Gap(2), widgets.NewMuted(lang.L("In a conversation by voice, a pause sends what you said after")).Flush(),
		p.choice([]string{lang.L("0.8 s"), lang.L("1.2 s"), lang.L("2 s"), lang.L("3 s")}, nearest(pauses, d.Pause), func(i int) {
			p.state.Dictation.Pause = pauses[i]
			p.build()
			if p.Dictation.OnPause != nil {
				p.Dictation.OnPause(pauses[i])
			}
		}))
	p.transcriber(d)
}

// microphone is which one is heard, and a way to try it.
func (p *Settings) microphone(d Dictation) {
	p.add(widgets.NewMuted(lang.L("Microphone")).Flush())
	if d.Trouble != "" {
		p.add(widgets.NewWords(d.Trouble, theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).Flush())
	}
	list := append([]Microphone{{Name: lang.L("The usual one")}}, d.Microphones...)
	if d.Device != "" && !slices.ContainsFunc(list, func(m Microphone) bool { return m.ID == d.Device }) {
		list = append(list, Microphone{d.Device, lang.L("{{.Name}} (not there)", map[string]any{"Name": orElse(d.DeviceName, d.Device)})})
	}
	names := make([]string, len(list))
	for i, m := range list {
		names[i] = m.Name
	}
	p.add(p.choice(names, slices.IndexFunc(list, func(m Microphone) bool { return m.ID == d.Device }), func(i int) {
		p.state.Dictation.Device, p.state.Dictation.DeviceName = list[i].ID, list[i].Name
		p.build()
		if p.Dictation.OnMicrophone != nil {
			p.Dictation.OnMicrophone(list[i].ID, list[i].Name)
		}
	}))
	try := p.button(lang.L("Try the microphone"), func() { call(p.Dictation.OnTest) }).SetIcon("mic")
	if d.Testing {
		try.SetIcon("square").SetWords(lang.L("Stop trying"))
	}
	p.add(row(try))
	p.meter, p.heard = nil, nil
	if d.Testing {
		p.meter, p.heard = dictating.NewMeter(), widgets.NewMuted(lang.L("Say something: the line should move.")).Flush()
		p.add(p.meter, p.heard)
	}
}

// words is the list of the person's own.
func (p *Settings) words(d Dictation) {
	p.add(widgets.Gap(2), widgets.NewMuted(lang.L("Your own words: names and jargon, one a line. What sounds like a name becomes it; “jay son -> JSON” changes what is always heard wrong.")).Flush())
	field := reuse(p, "words", func() *widgets.Field {
		return widgets.NewTextArea(lang.L("Your own words"), lang.L("Kubernetes\njay son -> JSON"), 4)
	})
	p.fill(field, strings.Join(d.Words, "\n"))
	// At each change: whatever builds the page anew finds what was typed.
	field.OnChanged = func(typed string) {
		var lines []string
		for line := range strings.SplitSeq(typed, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				lines = append(lines, line)
			}
		}
		if !slices.Equal(lines, p.state.Dictation.Words) {
			p.state.Dictation.Words = lines
			if p.Dictation.OnWords != nil {
				p.Dictation.OnWords(lines)
			}
		}
	}
	p.add(field)
}

// transcriber is the model that writes down speech.
func (p *Settings) transcriber(d Dictation) {
	p.add(widgets.Gap(2), widgets.NewMuted(lang.L("Model that writes down speech, of the service in use")).Flush())
	if len(d.Models) > 0 {
		p.add(p.choice(d.Models, slices.Index(d.Models, orElse(d.Model, d.Usual)), func(i int) {
			p.chooseTranscriber(d.Models[i])
			p.build()
		}))
	}
	p.add(p.field(lang.L("Model that writes down speech"), orElse(d.Usual, "whisper-1"), &p.state.Dictation.Model, p.chooseTranscriber))
}

func (p *Settings) chooseTranscriber(id string) {
	p.state.Dictation.Model = id
	if p.Dictation.OnTranscriber != nil {
		p.Dictation.OnTranscriber(id)
	}
}

// onOff is a choice of two.
func (p *Settings) onOff(on bool, told func(bool), then func(bool)) fyne.CanvasObject {
	chosen := 0
	if on {
		chosen = 1
	}
	return p.choice([]string{lang.L("Off"), lang.L("On")}, chosen, func(i int) {
		then(i == 1)
		if told != nil {
			told(i == 1)
		}
	})
}

func call(f func()) {
	if f != nil {
		f()
	}
}
