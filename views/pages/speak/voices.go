package speak

import (
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/words"
)

// voices has the user's choices for reading the text: voice, speed, model and type of file.
type voices struct {
	frame  shell.PageHost
	owners Owners
	panel  *panel
	top    *topBar
	// sentence returns what a voice is tried with; onSpeed is called when another speed was chosen.
	sentence func() string
	onSpeed  func()
	// speed goes on with another speed once the slider stands still.
	speed *uithread.Debouncer
}

// show shows what is preferred and what there is to choose from.
func (v *voices) show() {
	all, voice := v.owners.Settings.Get(), v.owners.Speech.Preferred()
	model := voice.Model
	if model == "" {
		model = v.owners.Speech.DefaultModel(voice.Connection)
	}
	v.panel.Set(chosen{
		Voice: all.Speech.Voice, Speed: all.Speech.RequestSpeed, Model: model, Models: v.models(voice.Connection), Local: all.Speech.Local,
		Format: v.owners.SpeechExports.FileType(voice, all.Speech.Format), Formats: v.owners.SpeechExports.FileTypes(voice),
		Refusals: v.owners.Catalog.Refusals(voice.Connection, model),
	})
	c, _ := all.Find(voice.Connection)
	v.top.SetPractice(!voice.Local && c.Kind == settings.Practice)
}

// models are the two that every service has by GATEWAY.md 2.7, and what its list has for speech.
func (v *voices) models(connection chat.ID) []model {
	models := []model{{ID: "tts-1", Name: i18n.Text("Normal (tts-1)")}, {ID: "tts-1-hd", Name: i18n.Text("High (tts-1-hd)")}}
	for _, m := range v.owners.Catalog.ModelsFor(connection, catalog.Speech) {
		switch {
		case m.ID == "tts-1", m.ID == "tts-1-hd":
		case m.Name != m.ID:
			models = append(models, model{ID: m.ID, Name: m.Name + " (" + m.ID + ")"})
		default:
			models = append(models, model{ID: m.ID, Name: m.ID})
		}
	}
	return models
}

// ChooseVoice reads with a voice of the service from now on.
func (v *voices) ChooseVoice(name string) {
	v.choose(func(s *settings.Speech) { s.Voice, s.Local = name, false })
}

// AskForVoice asks for the name of a voice, and chooses that.
func (v *voices) AskForVoice() { shell.AskForVoice(v.frame, v.ChooseVoice) }

// ChooseLocal reads with the voice of this computer from now on.
func (v *voices) ChooseLocal() { v.choose(func(s *settings.Speech) { s.Local = true }) }

// choose changes what the user prefers, and reads on with it.
func (v *voices) choose(change func(*settings.Speech)) {
	v.owners.Settings.Change(func(s *settings.Settings) { change(&s.Speech) })
	v.readOn()
}

// ChooseModel reads with a model of the service from now on.
func (v *voices) ChooseModel(id string) {
	v.owners.Speech.ChooseModel(id)
	v.choose(func(s *settings.Speech) { s.Local = false })
}

// AskForModel asks for the id of a model, and chooses that.
func (v *voices) AskForModel() {
	shell.AskForModel(v.frame, i18n.Text("Another model"), "tts-1", v.ChooseModel)
}

// ChooseSpeed stores the speed, and reads on with it once the slider stands still.
func (v *voices) ChooseSpeed(speed float64) {
	v.owners.Speech.SetRequestSpeed(&speed)
	v.speed.Set(func() {
		v.readOn()
		v.onSpeed()
	})
}

// ChooseFormat stores the format that files are made in.
func (v *voices) ChooseFormat(format string) {
	v.owners.Settings.Change(func(s *settings.Settings) { s.Speech.Format = format })
}

// readOn reads on with what the user prefers now, if the text is being read.
func (v *voices) readOn() {
	if v.owners.Speech.Snapshot().Reads(document()) {
		v.owners.Speech.SetVoice(v.owners.Speech.Preferred())
	}
}

// ForgetRefusals forgets what the model for speech has refused of a field, so that it is tried
// again.
func (v *voices) ForgetRefusals(field string) {
	voice := v.owners.Speech.Preferred()
	v.owners.Catalog.ForgetRefusals(voice.Connection, voice.Model, field)
}

// Try reads the first sentence of the text with a voice, or ends that.
func (v *voices) Try(name string) {
	source := speech.Source{Kind: speech.Trial, ID: name}
	if v.owners.Speech.Snapshot().Reads(source) {
		v.owners.Speech.Stop()
		return
	}
	voice := v.owners.Speech.Preferred()
	voice.Voice, voice.Local = name, false
	v.owners.Speech.Say(speech.Text{Source: source, Title: words.Voice(name), Body: v.sentence(), Plain: true}, voice)
}
