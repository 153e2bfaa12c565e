package core_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"

	"parlando/app/dictation"
	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/assets/spoken"
	"parlando/client/practice"
	"parlando/media/microphone"
	"parlando/media/microphone/microphonetest"
)

// someone says the first sentences of a recording that practice knows.
func (h *home) someone(length time.Duration) {
	h.t.Helper()
	all, err := pearTreeSound()
	if err != nil {
		h.t.Fatal(err)
	}
	h.mic.QueueSamples(all[:int(length.Seconds()*microphone.Rate)])
}

var pearTreeSound = sync.OnceValues(func() ([]int16, error) {
	return microphonetest.Samples(bytes.NewReader(spoken.Sound("pear-tree.mp3")))
})

// dictates waits for a phase of the dictation.
func (p *user) dictates(want dictation.Phase) dictation.Snapshot {
	p.t.Helper()
	var s dictation.Snapshot
	p.until("the dictation to be "+string(want), func() bool {
		s = p.Dictation.Snapshot()
		return s.Phase == want
	})
	return s
}

// What is spoken into a microphone in a quiet room is written down by the practice service,
// repaired, and kept as a recording.
func TestWhatIsSpokenIsWrittenDown(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		p.Settings.Change(func(s *settings.Settings) { s.Dictation.Words = []string{"pear tree -> Pear Tree"} })
		p.Dictation.Begin(dictation.Target{Conversation: c})
		p.dictates(dictation.Listening)
		time.Sleep(2 * time.Second) // thinking
		h.someone(8 * time.Second)
		if err := h.mic.WaitDelivered(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		if l := p.Recordings.Live(); l.Elapsed < 11*time.Second || !l.Heard || l.Voice || l.DigitalSilence {
			t.Errorf("%+v", l)
		}
		p.Dictation.End()
		s := p.dictates(dictation.Done)
		if !strings.Contains(s.Text, "Shall we decide about the old Pear Tree?") {
			t.Errorf("%q", s.Text)
		}
		if h.mic.IsOpen() {
			t.Error("the microphone is open")
		}
		if taken, ok := p.Dictation.Take(); !ok || taken != s {
			t.Errorf("%+v", taken)
		}
		r, ok := p.Recordings.Get(s.Recording)
		if !ok || r.State != recordings.Sent || r.Text != s.Text || r.Until.IsZero() {
			t.Errorf("%+v", r)
		}
		p.quit()
	})
}

// In a silent room, and with a microphone that is muted, nothing is sent.
func TestNothingIsWrittenDownOfSilence(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		p.Dictation.Begin(dictation.Target{Conversation: c})
		p.dictates(dictation.Listening)
		time.Sleep(5 * time.Second)
		p.Dictation.End()
		p.dictates(dictation.Nothing)
		h.mic.SetNoise(0)
		p.Dictation.Begin(dictation.Target{Conversation: c})
		p.dictates(dictation.Listening)
		time.Sleep(6 * time.Second)
		if l := p.Recordings.Live(); !l.DigitalSilence {
			t.Errorf("%+v", l)
		}
		p.Dictation.End()
		p.dictates(dictation.Nothing)
		if list := p.Recordings.List(); len(list) != 2 || !list[0].Silent {
			t.Errorf("%+v", list)
		}
		p.quit()
	})
}

// A microphone that is taken away in the middle loses nothing; one that is not there names the
// remedy.
func TestAMicrophoneThatGoesAway(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		p.Dictation.Begin(dictation.Target{Conversation: c})
		p.dictates(dictation.Listening)
		h.someone(8 * time.Second)
		if err := h.mic.WaitDelivered(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.mic.Unplug()
		s := p.dictates(dictation.Done)
		if s.Problem.Kind != problem.MicrophoneLost || !strings.Contains(s.Text, "old pear tree") {
			t.Errorf("%+v", s)
		}
		p.Dictation.Take()
		h.mic.SetError(microphone.ErrNoDevice)
		p.Dictation.Begin(dictation.Target{Conversation: c})
		if s := p.dictates(dictation.Failed); s.Problem.Kind != problem.NoMicrophone || s.CanRetry {
			t.Errorf("%+v", s)
		}
		h.mic.SetError(nil)
		p.Dictation.Retry()
		p.dictates(dictation.Listening)
		p.Dictation.Cancel()
		p.quit()
	})
}
