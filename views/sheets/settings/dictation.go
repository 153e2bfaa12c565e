package settings

import (
	"cmp"
	"slices"
	"strings"

	"parlando/app/settings"
	"parlando/views/dictating"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/modelchoice"
	"parlando/views/widgets"
	"parlando/views/words"
)

// microphone is a microphone to choose from.
type microphone struct{ ID, Name string }

// dictationState has the options for dictation.
type dictationState struct {
	// Microphones lists the connected microphones; Problem is the reason if that failed.
	Microphones []microphone
	Problem     string
	// Testing means that the microphone is open to show its level.
	Testing bool
	// Model is the choice of the current service's transcription model; DefaultModel is used if the
	// user has chosen none.
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
	p.microphone(p.state.Dictation, p.state.Settings.Recording)
	p.Row(i18n.Text("Language you speak"), "",
		p.Dropdown(i18n.Text("Language"), words.SoundLanguage(p.state.Settings.Dictation.Language), func(*widgets.Dropdown) { widgets.CallIfSet(p.OnLanguage) }))
	p.onOff(i18n.Text("Send dictated messages right away"), "", func(c *settings.Settings) *bool { return &c.Dictation.SendAtOnce })
	p.onOff(i18n.Text("Let the chat's model tidy up dictation"), i18n.Text("This sends one more request. You can undo it with one click."),
		func(c *settings.Settings) *bool { return &c.Dictation.TidyUp })
	number(p, i18n.Text("In voice chat, send when I pause for"), "", []string{i18n.Text("0.8 s"), i18n.Text("1.2 s"), i18n.Text("2 s"), i18n.Text("3 s")},
		[]float64{0.8, 1.2, 2, 3}, func(c *settings.Settings) *float64 { return &c.Dictation.Pause })
	p.words(p.state.Settings.Dictation)
	p.transcriptionOptions()
}

// microphone adds the choice of the microphone and the button that tests it.
func (p *page) microphone(d dictationState, chosen settings.Recording) {
	list := append([]microphone{{Name: i18n.Text("Default microphone")}}, d.Microphones...)
	if chosen.Device != "" && !slices.ContainsFunc(list, func(m microphone) bool { return m.ID == chosen.Device }) {
		list = append(list, microphone{chosen.Device, i18n.Text("{{.Name}} (not connected)", map[string]any{"Name": cmp.Or(chosen.DeviceName, chosen.Device)})})
	}
	at := max(slices.IndexFunc(list, func(m microphone) bool { return m.ID == chosen.Device }), 0)
	p.Row(i18n.Text("Microphone"), "", p.Dropdown(i18n.Text("Microphone"), list[at].Name, func(anchor *widgets.Dropdown) {
		items := make([]widgets.MenuItem, len(list))
		for i, m := range list {
			items[i] = widgets.MenuItem{Text: m.Name, Chosen: i == at, Do: func() {
				p.choose(func(c *settings.Settings) { c.Recording = settings.Recording{Device: m.ID, DeviceName: m.Name} })
			}}
		}
		widgets.ShowMenu(anchor, items)
	}))
	if d.Problem != "" {
		p.Caution(d.Problem)
	}
	try, icon := i18n.Text("Test the microphone"), "mic"
	if d.Testing {
		try, icon = i18n.Text("Stop test"), "square"
	}
	p.meter, p.heard = nil, nil
	p.Row(i18n.Text("Does it hear you?"), "", p.ButtonCalled("test", try, widgets.Secondary, p.OnTest).SetIcon(icon))
	if d.Testing {
		p.meter, p.heard = dictating.NewMeter(), widgets.NewMuted(i18n.Text("Say something. The bar should move.")).NoMargin()
		p.Add(widgets.Gap(10), p.meter, widgets.Gap(6), p.heard, widgets.Gap(10))
	}
}

// words adds the field for the custom vocabulary.
func (p *page) words(d settings.Dictation) {
	p.WideRow(i18n.Text("Words to get right"), i18n.Text("Names and terms as they are spelled, one on a line. Use “shivon -> Siobhan” to correct words that are misheard."), func() {
		p.Add(p.Field(form.Field{
			Name: i18n.Text("Words to get right"), Placeholder: i18n.Text("Siobhan\nshivon -> Siobhan"), Rows: 4, Value: strings.Join(d.Words, "\n"),
			// Store each change, so that rebuilding the page does not lose the typed text.
			OnChange: p.storeWords,
		}))
	})
}

// storeWords stores the typed vocabulary.
func (p *page) storeWords(typed string) {
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
