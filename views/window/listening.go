package window

import (
	"fyne.io/fyne/v2/lang"

	"parley/app/catalog"
	"parley/app/chat"
	"parley/app/settings"
	"parley/app/speech"
	"parley/views/conversation"
	"parley/views/player"
	settingsview "parley/views/settings"
	"parley/views/uithread"
	"parley/views/words"
)

// listening is what the window keeps of reading aloud: the rest is core.Speech's.
type listening struct {
	// kept is how many bytes of sound are kept, as far as it was measured; below 0 it was not.
	kept int64
	// made are the sound files that were begun here and whose end is to be told; folder is where a file was saved last.
	made   map[chat.ID]bool
	folder string
	// texts is the folder where a transcript was saved last.
	texts string
}

// buildPlayer makes the player and connects what it says with what is done.
func (v *Window) buildPlayer() {
	v.listening = listening{made: map[chat.ID]bool{}, kept: -1}
	s := v.core.Speech
	s.SetWords(words.Spoken())
	v.player = player.New()
	v.player.OnPrevious, v.player.OnNext, v.player.OnToggle, v.player.OnClose = s.Previous, s.Next, s.Toggle, v.stopReading
	v.player.OnSeek, v.player.OnSpeed, v.player.OnVolume = s.Seek, s.SetSpeed, s.SetVolume
	v.player.OnVoice = v.changeVoice
	v.player.OnTitle = v.showReading
	v.player.OnFix, v.player.OnReadAgain = v.fixReading, v.readAgain
	v.player.OnSave = v.saveReading
	v.player.OnCopy = v.copy
	v.player.OnPopup = v.popup
	// The desktop's own player brings the window to the front.
	v.core.MediaKeys.OnRaise(func() { v.thread.Do(v.window.RequestFocus) })
	v.view.OnReadAloud = v.readAloud
	v.view.OnReadFrom = func(_ chat.ID, at int) { s.GoTo(at) }
}

// stopReading ends what is read, and takes the player away with its place.
func (v *Window) stopReading() {
	v.core.Speech.Stop()
	v.frame.keepsPlace = false
	v.frame.relayout()
}

// refreshListening paints what is being read aloud.
func (v *Window) refreshListening() {
	v.core.MediaKeys.Update()
	s := v.core.Speech.Snapshot()
	if s.Phase != speech.Idle {
		v.player.Set(s)
	}
	inPage := v.playsInPage(s)
	v.frame.setPlaying(s.Phase != speech.Idle && !inPage)
	if inPage {
		v.frame.reservePlayer(false) // the page has a player of its own there
	}
	if size := v.player.Size(); v.frame.playing && v.player.HeightFor(size.Width) != size.Height {
		v.frame.relayout() // a sentence that says what is the matter may take two lines
	}
	r := conversation.Reading{}
	if s.Phase != speech.Idle && s.Source.Kind == speech.Message {
		r = conversation.Reading{
			Message: chat.ID(s.Source.ID), Start: s.Start, End: s.End,
			Paused: s.Phase == speech.Paused || s.Phase == speech.Failed,
		}
	}
	v.view.SetReading(r)
}

// readAloud is the loudspeaker of a message: it begins to read, or holds and goes on.
func (v *Window) readAloud(id chat.ID, from int) {
	source := messageSource(id)
	if s := v.core.Speech.Snapshot(); s.Phase != speech.Idle && s.Source == source {
		if from >= 0 {
			v.core.Speech.GoTo(from)
		} else {
			v.core.Speech.Toggle()
		}
		return
	}
	if s, ok := v.core.Replies.Snapshot(id); ok {
		v.say(s.Message, from)
		return
	}
	uithread.Load(v.chatReads, func() (chat.Message, error) { return v.readMessage(id) }, func(m chat.Message) { v.say(m, from) },
		v.couldNotRead(lang.L("This message could not be read."), func() { v.readAloud(id, from) }))
}

// say begins to read a message of the open chat, with the service of that chat: no other is shown what was said here.
func (v *Window) say(m chat.Message, from int) {
	voice := v.core.Speech.Preferred()
	if id := v.connection(); id != voice.Connection {
		voice.Connection, voice.Model = id, ""
	}
	v.core.Speech.Say(speech.Text{
		Source: messageSource(m.ID), Conversation: v.open.ID, Title: v.open.Title,
		Body: m.Text(), Plain: m.Role == chat.User, From: max(from, 0), Writing: !m.State.Ended(),
	}, voice)
}

func messageSource(id chat.ID) speech.Source {
	return speech.Source{Kind: speech.Message, ID: string(id)}
}

// changeVoice goes on with another voice, and remembers it.
func (v *Window) changeVoice(name string, local bool) {
	voice := v.core.Speech.Snapshot().Voice
	v.core.Settings.Change(func(s *settings.Settings) {
		if s.Speech.Local = local; !local {
			s.Speech.Voice = name
		}
	})
	if voice.Local {
		preferred := v.core.Speech.Preferred()
		voice.Speed = preferred.Speed
		if voice.Connection == "" {
			voice.Connection, voice.Model = preferred.Connection, preferred.Model
		}
	}
	if voice.Local = local; !local {
		voice.Voice = name
	}
	v.core.Speech.SetVoice(voice)
	v.refreshVoices()
}

// showReading goes to what is being read.
func (v *Window) showReading() {
	s := v.core.Speech.Snapshot()
	switch s.Source.Kind {
	case speech.Message:
	case speech.Recording, speech.Lines:
		if _, ok := v.transcripts.Get(chat.ID(s.Source.ID)); ok {
			v.openTranscript(chat.ID(s.Source.ID))
		} else {
			v.showTranscribe()
		}
		return
	case speech.Document, speech.File, speech.Trial:
		v.showSpeak()
		return
	}
	id := chat.ID(s.Source.ID)
	if s.Conversation == v.open.ID && v.view.Has(id) {
		v.closeSidebarSheet()
		v.showChat()
		v.view.BackToReading()
		return
	}
	v.openAt(s.Conversation, id, nil)
}

// fixReading does what the button of a trouble with reading promises.
func (v *Window) fixReading(action words.Action) {
	voice := v.core.Speech.Snapshot().Voice
	switch action {
	case words.EnterKey, words.CheckAddress:
		v.changeKeyOf(voice.Connection, v.core.Speech.Retry)
	case words.UseThisComputer:
		voice.Local = true
		v.core.Speech.SetVoice(voice)
	default:
		v.core.Speech.Retry()
	}
}

// setReadReplies is the switch of the composer: what it means is done by package following. Turned on while a reply is being written, it
// begins with that one.
func (v *Window) setReadReplies(on bool) {
	v.core.Settings.Change(func(s *settings.Settings) { s.Speech.ReadReplies = on })
	v.composer.SetReadReplies(on)
	id, ok := v.core.Replies.Active(v.open.ID)
	if !on || !ok || !v.view.Has(id) {
		return
	}
	// A text of the person's own, or a file, is not stopped by that.
	if s := v.core.Speech.Snapshot(); s.Phase != speech.Idle && (s.Source.Kind != speech.Message || s.Source == messageSource(id)) {
		return
	}
	if s, ok := v.core.Replies.Snapshot(id); ok {
		v.say(s.Message, -1)
	}
}

// returnToReading goes on to the sentence being read, after its message was opened without words to look for.
func (v *Window) returnToReading(message chat.ID, found []string) {
	if s := v.core.Speech.Snapshot(); len(found) == 0 && s.Phase != speech.Idle && s.Source == messageSource(message) {
		v.view.BackToReading()
	}
}

// readingChoices are what Settings shows of reading aloud.
func (v *Window) readingChoices() settingsview.Reading {
	s := v.core.Settings.Get()
	r := settingsview.Reading{
		Voices: speech.Voices(), Voice: s.Speech.Voice, Local: s.Speech.Local, Kept: v.listening.kept,
		Model: s.Speech.Models[s.Connection], Usual: v.core.Speech.DefaultModel(""),
	}
	for _, m := range v.core.Catalog.ModelsFor(s.Connection, catalog.Speech) {
		r.Models = append(r.Models, m.ID)
	}
	return r
}

// changeSpeechModel chooses the model for speech of the service in use; "" leaves it to what the service lists.
func (v *Window) changeSpeechModel(id string) {
	v.core.Settings.Change(func(s *settings.Settings) {
		if id == "" {
			delete(s.Speech.Models, s.Connection)
			return
		}
		if s.Speech.Models == nil {
			s.Speech.Models = map[chat.ID]string{}
		}
		s.Speech.Models[s.Connection] = id
	})
}

// measureSound finds out how much sound is kept, and then shows it.
func (v *Window) measureSound(show func()) {
	v.thread.Go(func() func() {
		size := v.core.Speech.Kept().Size()
		return func() {
			if v.listening.kept != size {
				v.listening.kept = size
				show()
			}
		}
	})
}

func (v *Window) clearSound(show func()) {
	v.thread.Go(func() func() {
		if err := v.core.Speech.Kept().Clear(); err != nil {
			return func() { v.couldNotKeep(err) }
		}
		return func() { v.measureSound(show) }
	})
}
