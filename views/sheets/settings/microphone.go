package settings

import (
	"context"
	"log/slog"
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/views/format"
	"parlando/views/uithread"
	"parlando/views/words"
)

// levelInterval is the time between two updates of the tested microphone's level.
const levelInterval = 60 * time.Millisecond

// microphoneTest lists the microphones, and opens the chosen one to show its level.
type microphoneTest struct {
	thread     *uithread.Thread
	ctx        context.Context
	log        *slog.Logger
	recordings *recordings.Recordings
	dictating  func() bool
	changed    func()

	found   []microphone
	problem string
	// recording is the recording of the running test, "" for none; stop discards the recording.
	recording chat.ID
}

// find lists the microphones.
func (m *microphoneTest) find() {
	m.thread.Go(func() func() {
		all, err := m.recordings.Devices(m.ctx)
		return func() {
			m.found, m.problem = nil, ""
			for _, d := range all {
				m.found = append(m.found, microphone{ID: d.ID, Name: d.Name})
			}
			if err != nil {
				m.problem = said(problem.KindOf(err))
			}
			m.changed()
		}
	})
}

// said returns the text for a problem of the microphone.
func said(k problem.Kind) string {
	t := words.TextForDictation(k, false)
	return format.Sentences(t.Title, t.Safe)
}

func (m *microphoneTest) testing() bool { return m.recording != "" }

// toggle opens the microphone and passes its level to level, or closes it again. It does nothing
// while the microphone is used elsewhere.
func (m *microphoneTest) toggle(level func(level float64, voice, mute bool)) {
	if m.testing() {
		m.stop()
		m.changed()
		return
	}
	if p := m.recordings.Live().Phase; p != recordings.Idle && p != recordings.Failed || m.dictating() {
		return
	}
	id := m.recordings.Start(recordings.PurposeDictation)
	m.recording, m.problem = id, ""
	m.changed()
	m.listen(id, level)
}

// listen reports the level until the test ends.
func (m *microphoneTest) listen(id chat.ID, level func(level float64, voice, mute bool)) {
	if m.recording != id {
		return
	}
	live := m.recordings.Live()
	if live.Phase == recordings.Failed || live.ID != id {
		m.stop()
		m.recordings.Dismiss()
		m.problem = said(live.Problem.Kind)
		m.changed()
		return
	}
	level(live.Level, live.Voice, live.DigitalSilence)
	m.thread.After(levelInterval, func() { m.listen(id, level) })
}

// stop closes the tested microphone and discards the recording.
func (m *microphoneTest) stop() {
	id := m.recording
	if id == "" {
		return
	}
	m.recording = ""
	if m.recordings.Live().ID == id {
		m.recordings.Cancel()
	}
	m.thread.Go(func() func() {
		if _, err := m.recordings.Wait(m.ctx, id); err != nil {
			// There is no recording; or Parlando is closing, and the canceled recording is removed
			// after a day.
			return nil
		}
		err := m.recordings.Delete(m.ctx, id)
		if err == nil {
			err = m.recordings.Remove(m.ctx, id)
		}
		if err != nil {
			m.log.Warn("What was heard while a microphone was tested is still there", "error", err)
		}
		return nil
	})
}
