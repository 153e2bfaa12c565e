package core_test

import (
	"testing"
	"time"

	"parlando/app/recordings"
	"parlando/app/settings"
)

func TestAnAnnouncementIsHeardFromTheOutput(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		if !p.Announcements.HasVoice(t.Context()) {
			t.Skip("this computer has no voice")
		}
		p.Announcements.Say("a", "Reply done.")
		time.Sleep(time.Minute)
		if s := h.heard(); s != 0 {
			t.Errorf("switched off, %v seconds were heard", s)
		}
		p.Settings.Change(func(s *settings.Settings) { s.Comfort.Announce = true })
		p.Announcements.Say("a", "Reply done.")
		time.Sleep(time.Minute)
		if s := h.heard(); s < 0.4 || s > 3 {
			t.Errorf("%v seconds were heard", s)
		}
	})
}

func TestTheMicrophoneOpensAfterItsAnnouncement(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		if !p.Announcements.HasVoice(t.Context()) {
			t.Skip("this computer has no voice")
		}
		p.Settings.Change(func(s *settings.Settings) { s.Comfort.Announce = true })
		p.Announcements.SetOpening(func(recordings.Purpose) string { return "Recording started." })
		p.Recordings.Start(recordings.PurposeKeep)
		p.until("the microphone", h.mic.IsOpen)
		if s := h.heard(); s < 0.4 {
			t.Errorf("before the microphone opened %v seconds were heard", s)
		}
		before := h.heard()
		p.Announcements.Say("a", "Reply done.")
		time.Sleep(10 * time.Second)
		if s := h.heard(); s != before {
			t.Errorf("%v seconds were heard while the microphone was open", s-before)
		}
		p.Recordings.Stop()
		time.Sleep(10 * time.Second)
		if s := h.heard(); s < before+0.4 {
			t.Errorf("after it closed %v seconds were heard", s-before)
		}
	})
}
