package window

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/settings"
	"parley/views/widgets"
	"parley/views/words"
)

// mayDictate implements dictationHost.
func (v *Window) mayDictate() bool {
	if _, ok := v.core.Connections.Current(); !ok {
		v.showWelcome()
		return false
	}
	v.frame.CloseTop()
	v.showChat()
	return true
}

// openChat implements dictationHost.
func (v *Window) openChat() (c chat.Conversation, place int) {
	c = v.open
	c.Connection, c.Model = v.connection(), v.model()
	return c, v.opening
}

// showRecordings shows what the microphone has heard.
func (v *Window) showRecordings() {
	v.transcribePage().ShowRecordings()
}

// fixDictation implements dictationHost.
func (v *Window) fixDictation(action words.Action, connection chat.ID, retry, retryHere func()) {
	switch action {
	case words.EnterKey, words.CheckAddress:
		v.connector.ChangeKey(connection, retry)
	case words.ChooseModel:
		v.askForDictationModel(cmp.Or(connection, v.connection()), retry)
	case words.ChooseService:
		if v.forgotten() {
			v.showServices(v.composer) // then once more
			return
		}
		retryHere()
	default:
		retry()
	}
}

// askForDictationModel asks once which model writes down speech: the interface names none.
func (v *Window) askForDictationModel(connection chat.ID, then func()) {
	c := v.window.Canvas()
	field := widgets.NewField(lang.L("Name of the model"), "whisper-1")
	var o *widgets.Overlay
	use := func() {
		if id := strings.TrimSpace(field.Text); id != "" {
			v.core.Settings.Change(func(s *settings.Settings) { s.Transcription.Models.Set(connection, id) })
			then()
		}
	}
	o = widgets.Ask(c, lang.L("Which model writes down speech?"), field, lang.L("Use"), lang.L("Cancel"), use)
	field.OnSubmitted = func(string) { o.Hide(); use() }
	field.OnEscape = func() { o.Hide() }
	c.Focus(field)
}
