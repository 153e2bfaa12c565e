package speech

import (
	"time"

	"parlando/app/chat"
	"parlando/app/settings"
)

// Pause pauses playback. The response being received is still completed, but no new request is
// sent.
func (s *Speech) Pause() { s.change((*reading).pause) }

// Resume continues after Pause at the next sample; after Failed it is Retry.
func (s *Speech) Resume() { s.change((*reading).resume) }

// Toggle pauses or resumes; after Failed it is Retry. In NoOutput it looks for an output at once.
func (s *Speech) Toggle() {
	s.change(func(r *reading) {
		if r.phase().CanPause() {
			r.pause()
		} else {
			r.resume()
		}
	})
}

func (r *reading) pause() {
	r.paused = true
	if r.line != nil && r.line.sound != nil {
		r.line.sound.Pause()
	}
}

func (r *reading) resume() {
	r.paused = false
	if r.failed != nil {
		r.retry()
		return
	}
	if r.line != nil && r.line.sound != nil {
		r.line.sound.Resume()
	}
}

// Stop ends the current reading.
func (s *Speech) Stop() { s.stopIf(func(*reading) bool { return true }) }

// StopConversation ends the current reading if it belongs to the given conversation, for example
// because the conversation was deleted.
func (s *Speech) StopConversation(id chat.ID) {
	s.stopIf(func(r *reading) bool { return id != "" && r.text.Conversation == id })
}

// StopSource ends the current reading if src is being read.
func (s *Speech) StopSource(src Source) {
	s.stopIf(func(r *reading) bool { return r.text.Source == src })
}

func (s *Speech) stopIf(meant func(r *reading) bool) {
	s.mu.Lock()
	r := s.now
	if r == nil || !meant(r) {
		s.mu.Unlock()
		return
	}
	s.now = nil
	r.cancel()
	for _, sound := range []Sound{r.before, r.sound()} {
		if sound != nil {
			sound.Stop()
		}
	}
	s.notify()
	s.mu.Unlock()
	s.mark()
}

// Next skips to the next sentence; after the last one the reading ends.
func (s *Speech) Next() {
	s.change(func(r *reading) {
		if r.path == "" {
			r.jump = &jump{to: position{sentence: r.place().sentence + 1}, offset: -1}
		}
	})
}

// Previous returns to the beginning of the current sentence if at least two seconds of the sentence
// were heard, otherwise to the previous sentence.
func (s *Speech) Previous() {
	s.change(func(r *reading) {
		if r.path != "" {
			return
		}
		now := r.place()
		begin := position{sentence: now.sentence}
		if r.pages.timeOf(now)-r.pages.timeOf(begin) < 2*time.Second {
			begin.sentence = max(0, begin.sentence-1)
		}
		r.jump = &jump{to: begin, offset: -1}
	})
}

// GoTo continues at the sentence that contains a byte offset of the text, or at the next one. It
// ends a pause.
func (s *Speech) GoTo(offset int) {
	s.change(func(r *reading) {
		if r.path == "" {
			r.paused = false
			r.jump = &jump{offset: max(0, offset)}
		}
	})
}

// Seek continues at a time from 0 to Snapshot.Length. In a text the time selects a sentence and a
// place in it as they are now; later changes of estimated lengths do not move the target.
func (s *Speech) Seek(to time.Duration) {
	s.change(func(r *reading) { r.seekTime(max(0, to)) })
}

func (r *reading) seekTime(to time.Duration) {
	r.jump = &jump{to: r.pages.positionAt(to), offset: -1, at: to}
}

// SetSpeed sets the playback speed, 0.5 to 2, and stores it.
func (s *Speech) SetSpeed(speed float64) {
	s.o.Settings.Change(func(all *settings.Settings) { all.Speech.PlayingSpeed = speed })
	speed = s.o.Settings.Get().Speech.PlayingSpeed
	s.mu.Lock()
	s.speed = speed
	if s.now != nil && s.now.sound() != nil {
		s.now.sound().SetSpeed(speed)
	}
	s.mu.Unlock()
	s.mark()
}

// SetVolume sets the volume, 0 to 1, and stores it.
func (s *Speech) SetVolume(volume float64) {
	s.o.Settings.Change(func(all *settings.Settings) { all.Speech.Volume = volume })
	volume = s.o.Settings.Get().Speech.Volume
	s.mu.Lock()
	s.volume = volume
	s.mu.Unlock()
	s.o.Speaker.SetVolume(volume)
	s.mark()
}

// SetRequestSpeed sets the speed requested from services (nil means 1) and returns the stored
// value. The current reading is not affected.
func (s *Speech) SetRequestSpeed(value *float64) float64 {
	speed := 1.0
	if value != nil {
		speed = *value
	}
	s.o.Settings.Change(func(all *settings.Settings) { all.Speech.RequestSpeed = speed })
	return s.o.Settings.Get().Speech.RequestSpeed
}

// ChooseVoice stores a voice and continues reading with it over the same connection. With local, it
// is the voice of this computer, otherwise the named voice of the services.
func (s *Speech) ChooseVoice(name string, local bool) {
	voice, preferred := s.Snapshot().Voice, s.PreferredVoice()
	s.o.Settings.Change(func(all *settings.Settings) { all.Speech.Local = local })
	if !local {
		connection, model := voice.Connection, voice.Model
		if model == "" {
			connection, model = preferred.Connection, preferred.Model
		}
		s.keepVoice(connection, model, name)
	}
	if voice.Local {
		voice.Speed, voice.Instructions = preferred.Speed, preferred.Instructions
		if voice.Connection == "" {
			voice.Connection, voice.Model = preferred.Connection, preferred.Model
		}
	}
	if voice.Local = local; !local {
		voice.Voice = name
	}
	s.SetVoice(voice)
}

// ChooseModel stores the speech model for the connection in use; "" means the first that the
// service lists. The current reading is not affected.
func (s *Speech) ChooseModel(id string) {
	connection, _ := s.o.Services.Resolve("")
	s.o.Settings.Change(func(all *settings.Settings) { all.Speech.Models.Set(connection, id) })
}

// SetVoice continues with another voice from the current sentence, without storing it in
// settings.Speech.
func (s *Speech) SetVoice(v Voice) {
	v, address, named := s.complete(v)
	s.change(func(r *reading) {
		if r.path != "" {
			return
		}
		now, at := r.place(), r.pages
		r.voice, r.address, r.chosen, r.standsIn, r.damaged = v, address, named, nil, false
		r.pages = newPages(v.Speed)
		r.pages.sentences, r.pages.before, r.pages.whole = at.sentences, at.before, at.whole
		r.jump = &jump{to: position{sentence: now.sentence}, offset: -1, anew: true}
	})
}

// Retry continues after Failed at the place where reading stopped. If the voice of this computer
// has replaced a service, Retry asks the service again.
func (s *Speech) Retry() { s.change((*reading).retry) }

func (r *reading) retry() {
	switch {
	case r.failed != nil:
		r.jump = &jump{offset: -1, retry: true}
	case r.standsIn != nil:
		r.standsIn = nil
		r.jump = &jump{to: position{sentence: r.place().sentence}, offset: -1, anew: true}
	}
}
