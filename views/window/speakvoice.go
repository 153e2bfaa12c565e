package window

import (
	"maps"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/app/catalog"
	"parley/app/chat"
	"parley/app/narrations"
	"parley/app/settings"
	"parley/app/speech"
	"parley/app/speech/script"
	"parley/views/speak"
	"parley/views/widgets"
	"parley/views/words"
)

// setSpeech changes what the person prefers.
func (v *Window) setSpeech(change func(*settings.Speech)) {
	v.core.Settings.Change(func(s *settings.Settings) { change(&s.Speech) })
	v.refreshVoices()
}

func (v *Window) setSpeechModel(id string) {
	connection := v.core.Speech.Preferred().Connection
	v.setSpeech(func(s *settings.Speech) {
		s.Local = false
		models := maps.Clone(s.Models)
		if models == nil {
			models = map[chat.ID]string{}
		}
		models[connection] = id
		s.Models = models
	})
	v.goOnWithVoice()
}

func (v *Window) askForSpeechModel() {
	c := v.window.Canvas()
	field := widgets.NewField(lang.L("Name of the model"), "tts-1")
	var o *widgets.Overlay
	use := func() {
		if id := strings.TrimSpace(field.Text); id != "" {
			v.setSpeechModel(id)
		}
	}
	o = widgets.Ask(c, lang.L("Another model"), field, lang.L("Use"), lang.L("Cancel"), use)
	field.OnSubmitted = func(string) { o.Hide(); use() }
	field.OnEscape = func() { o.Hide() }
	v.popup(o)
	c.Focus(field)
}

// goOnWithVoice reads on with what the person prefers now, if the text is being read.
func (v *Window) goOnWithVoice() {
	if s := v.core.Speech.Snapshot(); s.Phase != speech.Idle && s.Source.Kind == speech.Document {
		v.core.Speech.SetVoice(v.core.Speech.Preferred())
	}
}

// refreshVoices shows what is preferred and what there is to choose from.
func (v *Window) refreshVoices() {
	if v.speak == nil {
		return
	}
	s, voice := v.core.Settings.Get().Speech, v.core.Speech.Preferred()
	model := voice.Model
	if model == "" {
		model = v.core.Speech.DefaultModel(voice.Connection)
	}
	v.speak.panel.Set(speak.Chosen{
		Voice: s.Voice, Speed: s.RequestSpeed, Model: model, Models: v.speechModels(voice.Connection),
		Local: s.Local, Format: v.fileType(voice), Formats: v.core.Narrations.FileTypes(voice),
		Refusals: v.core.Catalog.Refusals(voice.Connection, model),
	})
	v.refreshPractice()
}

// fileType is the format a file is made in: the chosen one, or MP3 where the voice does not make that.
func (v *Window) fileType(voice speech.Voice) string {
	chosen := v.core.Settings.Get().Speech.Format
	for _, t := range v.core.Narrations.FileTypes(voice) {
		if t.Format == chosen && t.Obstacle != "" {
			return narrations.Formats()[0]
		}
	}
	return chosen
}

// speechModels are the two that every service has by GATEWAY.md 2.7, and what its list has for speech.
func (v *Window) speechModels(connection chat.ID) []speak.Model {
	models := []speak.Model{{ID: "tts-1", Name: lang.L("Normal (tts-1)")}, {ID: "tts-1-hd", Name: lang.L("High (tts-1-hd)")}}
	for _, m := range v.core.Catalog.ModelsFor(connection, catalog.Speech) {
		switch {
		case m.ID == "tts-1", m.ID == "tts-1-hd":
		case m.Name != m.ID:
			models = append(models, speak.Model{ID: m.ID, Name: m.Name + " (" + m.ID + ")"})
		default:
			models = append(models, speak.Model{ID: m.ID, Name: m.ID})
		}
	}
	return models
}

// tryVoice reads the first sentence of the text with a voice, or ends that.
func (v *Window) tryVoice(name string) {
	source := speech.Source{Kind: speech.Trial, ID: name}
	if s := v.core.Speech.Snapshot(); s.Phase != speech.Idle && s.Source == source {
		v.core.Speech.Stop()
		return
	}
	voice := v.core.Speech.Preferred()
	voice.Voice, voice.Local = name, false
	v.core.Speech.Say(speech.Text{Source: source, Title: words.Voice(name), Body: v.firstSentence(), Plain: true}, voice)
}

// firstOf is how much of a text is looked at for its first sentence, and longestTrial how much of that is read, in bytes.
const (
	firstOf      = 4000
	longestTrial = 400
)

func (v *Window) firstSentence() string {
	head := v.speak.page.Text.Head(firstOf)
	split := script.PlainSentences
	if v.speak.known.Markdown {
		split = script.Sentences
	}
	if sentences := split(head, v.core.Speech.Words()); len(sentences) > 0 {
		text := sentences[0].Text
		if len(text) > longestTrial {
			text = text[:strings.LastIndexByte(text[:longestTrial], ' ')+1]
		}
		if strings.TrimSpace(text) != "" {
			return text
		}
	}
	return lang.L("The last train had gone, and the platform was quiet.")
}
