package window

import (
	"time"

	"parley/app/catalog"
	"parley/app/chat"
	"parley/app/problem"
	"parley/app/recordings"
	"parley/app/settings"
	settingsview "parley/views/settings"
	"parley/views/transcribe"
	"parley/views/words"
)

// microphones are those that were found when Settings was opened, and the one that is tried there.
type microphones struct {
	found   []settingsview.Microphone
	trouble string
	// tried is the recording that is made while the microphone is tried, "" for none. It is thrown away.
	tried chat.ID
}

// chooseDictation connects what is chosen of dictation in Settings, and looks for microphones.
func (v *Window) chooseDictation(page *settingsview.Settings, again func()) {
	c := &page.Dictation
	c.OnMicrophone = func(id, name string) {
		v.tryNoMore()
		v.core.Settings.Change(func(s *settings.Settings) { s.Recording = settings.Recording{Device: id, DeviceName: name} })
		again()
	}
	c.OnTest = func() { v.tryMicrophone(page, again) }
	c.OnLanguage = func() {
		chosen := v.core.Settings.Get().Dictation.Language
		v.popup(transcribe.ShowLanguages(v.window.Canvas(), chosen, func(code string) {
			v.changeDictation(func(d *settings.Dictation) { d.Language = code })
			again()
		}))
	}
	c.OnWords = func(lines []string) { v.changeDictation(func(d *settings.Dictation) { d.Words = lines }) }
	c.OnTidyUp = func(on bool) { v.changeDictation(func(d *settings.Dictation) { d.TidyUp = on }) }
	c.OnSend = func(on bool) { v.changeDictation(func(d *settings.Dictation) { d.SendAtOnce = on }) }
	c.OnPause = func(s float64) { v.changeDictation(func(d *settings.Dictation) { d.Pause = s }) }
	c.OnTranscriber = func(id string) { v.changeTranscriber(v.core.Settings.Get().Connection, id) }
	v.thread.Go(func() func() {
		all, err := v.core.Recordings.Devices(v.ctx)
		return func() {
			m := &v.dictated.microphones
			m.found, m.trouble = nil, ""
			for _, d := range all {
				m.found = append(m.found, settingsview.Microphone{ID: d.ID, Name: d.Name})
			}
			if err != nil {
				t := words.ForDictation(problem.From(err, "", time.Now()).Kind, false)
				m.trouble = t.Title + " " + t.Safe
			}
			again()
		}
	})
}

func (v *Window) changeDictation(change func(*settings.Dictation)) {
	v.core.Settings.Change(func(s *settings.Settings) { change(&s.Dictation) })
}

// changeTranscriber chooses the model that writes down speech for a connection; "" leaves it to what the service lists.
func (v *Window) changeTranscriber(connection chat.ID, id string) {
	v.core.Settings.Change(func(s *settings.Settings) {
		if id == "" {
			delete(s.Transcription.Models, connection)
			return
		}
		if s.Transcription.Models == nil {
			s.Transcription.Models = map[chat.ID]string{}
		}
		s.Transcription.Models[connection] = id
	})
}

// dictationChoices are what Settings shows of dictation.
func (v *Window) dictationChoices() settingsview.Dictation {
	s := v.core.Settings.Get()
	m := v.dictated.microphones
	d := settingsview.Dictation{
		Microphones: m.found, Trouble: m.trouble, Testing: m.tried != "", Device: s.Recording.Device, DeviceName: s.Recording.DeviceName,
		Language: spokenLanguage(s.Dictation.Language), Words: s.Dictation.Words, TidyUp: s.Dictation.TidyUp, SendAtOnce: s.Dictation.SendAtOnce,
		Pause: s.Dictation.Pause, Model: s.Transcription.Models[s.Connection],
	}
	for _, model := range v.core.Catalog.ModelsFor(s.Connection, catalog.Transcription) {
		d.Models = append(d.Models, model.ID)
	}
	if len(d.Models) > 0 {
		d.Usual = d.Models[0]
	}
	return d
}

// spokenLanguage is a language in words, by its two letters.
func spokenLanguage(code string) string {
	if code == "" {
		return findOut()
	}
	for _, l := range words.SpokenLanguages() {
		if l.Code == code {
			return l.Name
		}
	}
	return code
}

// triedEvery is how often the level of a microphone that is tried is shown.
const triedEvery = 60 * time.Millisecond

// tryMicrophone opens the microphone to show its level, or shuts it again.
func (v *Window) tryMicrophone(page *settingsview.Settings, again func()) {
	if v.dictated.microphones.tried != "" {
		v.tryNoMore()
		again()
		return
	}
	if p := v.core.Recordings.Live().Phase; p != recordings.Idle && p != recordings.Failed || v.core.Dictation.Snapshot().Busy() {
		return // it is at work
	}
	id := v.core.Recordings.Start(recordings.Dictation)
	v.dictated.microphones.tried, v.dictated.microphones.trouble = id, ""
	again()
	var look func()
	look = func() {
		if v.dictated.microphones.tried != id {
			return
		}
		live := v.core.Recordings.Live()
		if live.Phase == recordings.Failed || live.ID != id {
			v.tryNoMore()
			v.core.Recordings.Dismiss()
			t := words.ForDictation(live.Problem.Kind, false)
			v.dictated.microphones.trouble = t.Title + " " + t.Safe
			again()
			return
		}
		page.SetLevel(live.Level, live.Voice, live.DigitalSilence)
		v.thread.After(triedEvery, look)
	}
	look()
}

// tryNoMore shuts the microphone that is tried; what it has heard is thrown away.
func (v *Window) tryNoMore() {
	id := v.dictated.microphones.tried
	if id == "" {
		return
	}
	v.dictated.microphones.tried = ""
	if v.core.Recordings.Live().ID == id {
		v.core.Recordings.Cancel()
	}
	v.thread.Go(func() func() {
		if _, err := v.core.Recordings.Wait(v.ctx, id); err != nil {
			return nil // nothing was heard; or Parley is closing, and it goes after a day as what is cancelled does
		}
		v.core.Recordings.Delete(id)
		if err := v.core.Recordings.Remove(id); err != nil {
			v.core.Log.Warn("What was heard while a microphone was tried is still there", "error", err)
		}
		return nil
	})
}
