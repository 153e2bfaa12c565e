package settings

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/settings"
	"parlando/views/dictating"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// microphone is a microphone to choose from.
type microphone struct{ ID, Name string }

// dictationState has the options for dictation.
type dictationState struct {
	// Microphones are the connected ones; Problem is the reason why there are none.
	Microphones []microphone
	Problem     string
	// Testing means that the microphone is open to show its level.
	Testing bool
	// Model is the choice of the current service's transcription model, DefaultModel the one that
	// is used if none is chosen.
	Model        modelchoice.Choice
	DefaultModel string
}

// setLevel shows the level of the tested microphone, or that there is no signal.
func (p *page) setLevel(level float64, voice, mute bool) {
	if !p.state.Dictation.Testing || p.meter == nil {
		return
	}
	p.meter.Add(level, voice)
	said := i18n.Text("Say something. The bar should move.")
	if mute {
		said = i18n.Text("No sound from the microphone. Is it muted?")
	}
	p.heard.SetText(said)
}

func (p *page) dictation() {
	d := p.state.Settings.Dictation
	p.heading(i18n.Text("Dictation"))
	p.microphone(p.state.Dictation, p.state.Settings.Recording)
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Language you speak")).NoMargin())
	language := reuse(p, "language", func() *widgets.Dropdown {
		return widgets.NewDropdown(i18n.Text("Language"), func() { widgets.CallIfSet(p.OnLanguage) })
	})
	language.Set(words.SoundLanguage(d.Language))
	p.add(language)
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Send dictated messages right away")).NoMargin(),
		p.onOff(d.SendAtOnce, func(c *settings.Settings, on bool) { c.Dictation.SendAtOnce = on }))
	p.more(moreDictation(), func() {
		p.dictationOptions()
		p.transcriptionOptions()
	})
}

func moreDictation() string { return i18n.Text("More dictation and transcription settings") }

// dictationOptions adds the vocabulary, tidying up and the pause.
func (p *page) dictationOptions() {
	d := p.state.Settings.Dictation
	p.words(d)
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Let the chat's model tidy up dictation. This sends one more request; you can undo it with one click.")).NoMargin(),
		p.onOff(d.TidyUp, func(c *settings.Settings, on bool) { c.Dictation.TidyUp = on }))
	pauses := []float64{0.8, 1.2, 2, 3}
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("In voice chat, send after a pause of")).NoMargin(),
		p.choice([]string{i18n.Text("0.8 s"), i18n.Text("1.2 s"), i18n.Text("2 s"), i18n.Text("3 s")}, nearest(pauses, d.Pause), func(i int) {
			p.choose(func(c *settings.Settings) { c.Dictation.Pause = pauses[i] })
		}))
}

// microphone adds the choice of the microphone and the button that tests it.
func (p *page) microphone(d dictationState, chosen settings.Recording) {
	p.add(widgets.NewMuted(i18n.Text("Microphone")).NoMargin())
	if d.Problem != "" {
		p.add(widgets.NewText(d.Problem, theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin())
	}
	list := append([]microphone{{Name: i18n.Text("Default microphone")}}, d.Microphones...)
	if chosen.Device != "" && !slices.ContainsFunc(list, func(m microphone) bool { return m.ID == chosen.Device }) {
		list = append(list, microphone{chosen.Device, i18n.Text("{{.Name}} (not connected)", map[string]any{"Name": cmp.Or(chosen.DeviceName, chosen.Device)})})
	}
	names := make([]string, len(list))
	for i, m := range list {
		names[i] = m.Name
	}
	p.add(p.choice(names, slices.IndexFunc(list, func(m microphone) bool { return m.ID == chosen.Device }), func(i int) {
		p.choose(func(c *settings.Settings) {
			c.Recording = settings.Recording{Device: list[i].ID, DeviceName: list[i].Name}
		})
	}))
	try := p.button(i18n.Text("Test the microphone"), func() { widgets.CallIfSet(p.OnTest) }).SetIcon("mic")
	if d.Testing {
		try.SetIcon("square").SetText(i18n.Text("Stop test"))
	}
	p.add(row(try))
	p.meter, p.heard = nil, nil
	if d.Testing {
		p.meter, p.heard = dictating.NewMeter(), widgets.NewMuted(i18n.Text("Say something. The bar should move.")).NoMargin()
		p.add(p.meter, p.heard)
	}
}

// words adds the user's word list.
func (p *page) words(d settings.Dictation) {
	p.add(widgets.Gap(2), widgets.NewMuted(i18n.Text("Custom vocabulary, one entry per line. Add names and terms as they are spelled. Use “shivon -> Siobhan” to correct words that are misheard.")).NoMargin())
	field := reuse(p, "words", func() *widgets.Field {
		return widgets.NewTextArea(i18n.Text("Custom vocabulary"), i18n.Text("Siobhan\nshivon -> Siobhan"), 4)
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
		if !slices.Equal(lines, p.state.Settings.Dictation.Words) {
			p.enterValue(func(c *settings.Settings) { c.Dictation.Words = lines })
		}
	}
	p.add(field)
}
