package core_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/client/practice"
	"parlando/media/microphone"
)

// What is read aloud and the microphone are never there together, whoever comes first.
func TestNothingIsReadAloudWhileTheMicrophoneIsOpen(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		m := p.waitsFor(p.asks(c, "Name a color"), chat.Done)
		p.says(m)
		p.listens(speech.Playing)

		id := p.Recordings.Start(recordings.PurposeDictation)
		p.listens(speech.Idle)
		p.until("the microphone hears", func() bool { return p.Recordings.Live().Phase == recordings.Hearing })
		synctest.Wait()
		before := h.heard()

		p.says(m)
		if s := p.listens(speech.Failed); s.Problem.Kind != problem.MicrophoneOpen {
			t.Errorf("%+v", s)
		}
		// A reply that comes meanwhile is not read, and nobody is told off.
		p.Speech.Stop()
		p.Settings.Change(func(s *settings.Settings) { s.Conversation, s.Speech.ReadReplies = c, true })
		p.waitsFor(p.asks(c, "Name another one"), chat.Done)
		time.Sleep(time.Second)
		if s := p.Speech.Snapshot(); s.Phase != speech.Idle {
			t.Errorf("%+v", s)
		}
		p.says(m)
		p.listens(speech.Failed)
		if after := h.heard(); after > before {
			t.Errorf("%.2f s were heard while the microphone was open", after-before)
		}

		p.Recordings.Stop()
		made, err := p.Recordings.Wait(t.Context(), id)
		if err != nil || made.Length == 0 {
			t.Errorf("%+v, %v", made, err)
		}
		p.Speech.Retry()
		p.listens(speech.Playing)
		p.quit()
	})
}

func TestTheChosenMicrophoneIsRemembered(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.mic.SetDevices(microphone.Device{ID: "a", Name: "Webcam"}, microphone.Device{ID: "b", Name: "Headset"})
		p := h.start()
		if err := p.Settings.Update(func(s *settings.Settings) { s.Recording = settings.Recording{Device: "b", DeviceName: "Headset"} }); err != nil {
			t.Fatal(err)
		}
		p.quit()
		p = h.start()
		id := p.Recordings.Start(recordings.PurposeKeep)
		h.mic.QueueSamples(make([]int16, 1000))
		if err := h.mic.WaitDelivered(t.Context()); err != nil {
			t.Fatal(err)
		}
		if l := p.Recordings.Live(); l.Device != "Headset" {
			t.Errorf("%+v", l)
		}
		// Closing the program keeps it.
		p.quit()
		p = h.start()
		if made, err := p.Recordings.Wait(t.Context(), id); err != nil || made.State != recordings.Kept || made.Damaged {
			t.Errorf("%+v, %v", made, err)
		}
		if _, err := p.Recordings.Wait(t.Context(), "gone"); !errors.Is(err, recordings.ErrUnknown) {
			t.Error(err)
		}
		p.quit()
	})
}
