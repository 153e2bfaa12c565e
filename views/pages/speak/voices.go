package speak

import (
	"slices"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/views/modelchoice"
	"parlando/views/monthlylimit"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/words"
)

// voices applies the user's choices for reading the text: voice, speed, model and file format.
type voices struct {
	frame  shell.PageHost
	owners Owners
	limit  *monthlylimit.Asker
	panel  *panel
	top    *topBar
	// sentence returns the sample text for trying a voice; onSpeed is called after the speed has
	// changed.
	sentence func() string
	onSpeed  func()
	// speed applies a new speed once the slider has stopped moving.
	speed *uithread.Debouncer
	// instructions applies new instructions after a pause in typing.
	instructions *uithread.Debouncer
}

// show shows the current choices and the options.
func (v *voices) show() {
	all, voice := v.owners.Settings.Get(), v.owners.Speech.PreferredVoice()
	v.panel.Set(chosen{
		Voice: voice.Voice, Voices: v.owners.Speech.VoicesOf(voice), Speed: all.Speech.RequestSpeed,
		Instructions: all.Speech.Instructions, Model: v.model(), Local: all.Speech.Local,
		Format: v.owners.SpeechExports.FileType(voice, all.Speech.Format), Formats: v.owners.SpeechExports.FileTypes(voice),
		Refusals: v.owners.Catalog.Refusals(voice.Connection, voice.Model),
	})
	c, _ := all.Find(voice.Connection)
	v.top.SetPractice(!voice.Local && c.Kind == settings.Practice)
}

// model returns the choice of the speech model.
func (v *voices) model() modelchoice.Choice {
	voice := v.owners.Speech.PreferredVoice()
	return modelchoice.NewStored(v.frame, v.owners.Catalog, v.owners.Settings, voice.Connection, catalog.PurposeSpeech, voice.Model, func() {
		v.choose(func(s *settings.Speech) { s.Local = false })
	})
}

// ready calls then at once or, if the model is no longer offered, after the user has chosen
// another.
func (v *voices) ready(then func()) {
	if v.owners.Settings.Get().Speech.Local {
		then()
		return
	}
	v.model().Ready(v.frame, then)
}

// say reads a text aloud with a voice and calls said, which may be nil; at the monthly limit it
// asks before.
func (v *voices) say(t speech.Text, voice speech.Voice, said func()) {
	o := v.owners
	modelchoice.Readers{Host: v.frame, Models: o.Catalog, Settings: o.Settings, Speech: o.Speech, Limit: v.limit}.SayWith(t, voice, said)
}

// ChooseVoice switches to a voice of the service.
func (v *voices) ChooseVoice(name string) {
	v.owners.Speech.PreferVoice(name)
	v.readOn()
}

// AskForVoice asks for the name of a voice and switches to it.
func (v *voices) AskForVoice() { shell.AskForVoice(v.frame, v.ChooseVoice) }

// ChooseLocal switches to the voice of this computer.
func (v *voices) ChooseLocal() { v.choose(func(s *settings.Speech) { s.Local = true }) }

// choose changes the speech settings and continues reading with them.
func (v *voices) choose(change func(*settings.Speech)) {
	v.owners.Settings.Change(func(s *settings.Settings) { change(&s.Speech) })
	v.readOn()
}

// ChooseSpeed stores the speed, and applies it once the slider has stopped moving.
func (v *voices) ChooseSpeed(speed float64) {
	v.owners.Speech.SetRequestSpeed(&speed)
	v.speed.Set(func() {
		v.readOn()
		v.onSpeed()
	})
}

// ChooseInstructions stores the instructions, and applies them after a pause in typing.
func (v *voices) ChooseInstructions(text string) {
	v.owners.Settings.Change(func(s *settings.Settings) { s.Speech.Instructions = text })
	v.instructions.Set(func() {
		voice := v.owners.Speech.PreferredVoice()
		if !slices.Contains(v.owners.Catalog.RefusedFields(voice.Connection, voice.Model), chat.FieldInstructions) {
			v.readOn()
		}
	})
}

// ChooseFormat stores the format of new files.
func (v *voices) ChooseFormat(format string) {
	v.owners.Settings.Change(func(s *settings.Settings) { s.Speech.Format = format })
}

// readOn continues reading with the current settings if the text is being read aloud.
func (v *voices) readOn() {
	if v.owners.Speech.Snapshot().IsReading(document()) {
		v.owners.Speech.SetVoice(v.owners.Speech.PreferredVoice())
	}
}

// ForgetRefusals removes the speech model's refusals of a field, so that requests contain it again.
func (v *voices) ForgetRefusals(field string) {
	voice := v.owners.Speech.PreferredVoice()
	v.owners.Catalog.ForgetRefusals(voice.Connection, voice.Model, field)
}

// Try reads the first sentence of the text with a voice, or stops that sample.
func (v *voices) Try(name string) {
	source := speech.Source{Kind: speech.VoiceSample, ID: name}
	if v.owners.Speech.Snapshot().IsReading(source) {
		v.owners.Speech.Stop()
		return
	}
	v.model().Ready(v.frame, func() {
		voice := v.owners.Speech.PreferredVoice()
		voice.Voice, voice.Local = name, false
		v.say(speech.Text{Source: source, Title: words.VoiceName(name), Body: v.sentence(), Plain: true}, voice, nil)
	})
}
