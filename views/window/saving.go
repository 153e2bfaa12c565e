package window

import (
	"fyne.io/fyne/v2/lang"

	"parley/app/chat"
	"parley/app/narrations"
	"parley/app/speech"
	"parley/views/uithread"
	"parley/views/words"
)

// saveReading makes a sound file of what is being read: all of it, in its voice.
func (v *Window) saveReading() {
	s := v.core.Speech.Snapshot()
	switch s.Source.Kind {
	case speech.Document:
		v.saveSpeech()
	case speech.Message:
		v.savedMessage(chat.ID(s.Source.ID), func(m chat.Message) { v.saveMessage(m, s) })
	case speech.File, speech.Recording, speech.Lines, speech.Trial: // there is no text of which to make one
	}
}

// savedMessage gives a message as it is now.
func (v *Window) savedMessage(id chat.ID, then func(chat.Message)) {
	if s, ok := v.core.Replies.Snapshot(id); ok {
		then(s.Message)
		return
	}
	uithread.Load(v.reads, func() (chat.Message, error) { return v.readMessage(id) }, then,
		v.couldNotRead(lang.L("This message could not be read."), func() { v.savedMessage(id, then) }))
}

// saveMessage asks where to, and begins.
func (v *Window) saveMessage(m chat.Message, s speech.Snapshot) {
	body, plain := m.Text(), m.Role == chat.User
	voice := s.Voice
	if s.Problem.Kind != "" {
		voice.Local = false // of this computer only because the service could not be had
	}
	format := v.fileType(voice)
	v.thread.Go(func() func() {
		e := v.core.Narrations.Estimate(body, plain, voice.Speed)
		about := words.Characters(e.Characters) + " · " + words.About(e.Length) + " · " + words.Parts(e.Parts)
		return func() {
			v.askWhere(s.Title, format, about, func(title, path string) {
				v.thread.Go(func() func() {
					id, err := v.core.Narrations.Make(narrations.Job{Title: title, Text: body, Plain: plain, Voice: voice, Format: format, Path: path})
					return func() {
						if err != nil {
							v.core.Log.Error("Nothing was made of the message", "error", err)
							v.toasts.Say(notMade(err), "", nil)
							return
						}
						v.listening.made[id] = true
						v.refreshMade()
					}
				})
			})
		}
	})
}
