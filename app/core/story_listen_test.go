package core_test

import (
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/client/practice"
	"parlando/media/voice/voicetest"
)

// listens waits for a phase of what is read aloud.
func (p *user) listens(phase speech.Phase) speech.Snapshot {
	p.t.Helper()
	var s speech.Snapshot
	p.until("the phase "+string(phase)+" of what is read", func() bool {
		s = p.Speech.Snapshot()
		return s.Phase == phase
	})
	return s
}

func (p *user) says(m chat.Message) {
	p.Speech.Say(speech.Text{
		Source: speech.Source{Kind: speech.Message, ID: string(m.ID)}, Conversation: m.Conversation, Body: m.Text(),
	}, speech.Voice{})
}

// hearsLittle has the replies of a chat end early: a beginning shows as much as a minute of speech.
func (p *user) hearsLittle(conversation chat.ID) {
	p.t.Helper()
	tokens := 60
	if err := p.History.SetParameters(p.t.Context(), conversation, chat.Parameters{MaxTokens: &tokens}); err != nil {
		p.t.Fatal(err)
	}
}

// heard is the length of the sound that was heard, in seconds.
func (h *home) heard() float64 { return float64(len(h.output.NonSilent())) / 48_000 }

func TestAReplyIsReadAloudWhileItIsWritten(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = 100 * time.Millisecond
		p := h.start()
		c := p.looksAround(practice.WriterModel)
		p.hearsLittle(c)
		p.Settings.Change(func(s *settings.Settings) { s.Conversation, s.Speech.ReadReplies = c, true })
		reply := p.asks(c, "Name a color, and another one.")
		p.listens(speech.Playing)
		if s := p.Speech.Snapshot(); s.Source.ID != string(reply) || s.Conversation != c || s.Voice.Model != practice.VoiceModel || !s.Writing {
			t.Errorf("%+v", s)
		}
		var last speech.Snapshot
		p.until("the end of the reading", func() bool {
			s := p.Speech.Snapshot()
			if s.Phase == speech.Failed {
				t.Fatalf("%+v", s)
			}
			if s.Phase != speech.Idle {
				last = s
			}
			return s.Phase == speech.Idle
		})
		m := p.kept(reply)
		if m.State != chat.Done || last.Sentence != last.Sentences || last.Sentences == 0 || last.End > len(m.Text()) {
			t.Errorf("the last that was read of %q: %+v", m.Text(), last)
		}
		if n := h.heard(); n < last.Length.Seconds()*0.7 {
			t.Errorf("%.1f s were heard of %v", n, last.Length)
		}
	})
}

func TestWhatGoesOnAfterACutIsReadToo(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.practice.TokenInterval = 100 * time.Millisecond
		p := h.start()
		c := p.looksAround(practice.FailingModel)
		p.Settings.Change(func(s *settings.Settings) { s.Conversation = c })
		reply := p.asks(c, "cut off")
		p.until("the end of the first part", func() bool { _, flies := p.Replies.Snapshot(reply); return !flies })
		part := p.kept(reply).Text()
		p.Settings.Change(func(s *settings.Settings) { s.Speech.ReadReplies = true })
		if err := p.Replies.Continue(t.Context(), reply, nil); err != nil {
			t.Fatal(err)
		}
		if s := p.listens(speech.Playing); s.Source.ID != string(reply) || s.End <= len(part) {
			t.Errorf("%+v is read, after %d bytes that were there", s, len(part))
		}
		p.listens(speech.Idle)
	})
}

func TestStoppingAReplyStopsItsVoice(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		c := p.looksAround(practice.SlowModel)
		p.Settings.Change(func(s *settings.Settings) { s.Conversation, s.Speech.ReadReplies = c, true })
		reply := p.asks(c, "Take your time")
		p.listens(speech.Playing)
		p.Replies.Stop(c)
		p.listens(speech.Idle)
		p.waitsFor(reply, chat.Stopped)
	})
}

func TestListeningAgainNeedsNoNetwork(t *testing.T) {
	voicetest.NeedsVoice(t)
	story(t, func(t *testing.T, h *home) {
		h.net.service = overThere{practice.New(h.practice).Transport()}
		p := h.start()
		if r, err := p.Connections.Connect(t.Context(), "https://api.example.org", practice.Key, plainly); err != nil || !r.Connected {
			t.Fatalf("%+v, %v", r, err)
		}
		c := p.newChat(practice.WriterModel)
		p.hearsLittle(c)
		m := p.waitsFor(p.asks(c, "Name a color"), chat.Done)
		p.says(m)
		p.listens(speech.Playing)
		p.listens(speech.Idle)
		first := h.heard()
		if first < 1 {
			t.Errorf("%.1f s were heard", first)
		}
		p.quit()
		h.net.service = nil
		h.net.requests()
		p = h.start()
		p.says(m)
		p.listens(speech.Playing)
		p.listens(speech.Idle)
		if n := h.heard() - first; n < first*0.98 || n > first*1.02 {
			t.Errorf("%.2f s were heard again of %.2f", n, first)
		}
		if out := h.net.requests(); len(out) != 0 {
			t.Errorf("sent %+v", out)
		}
		// What was never heard is read by the voice of this computer, which says so.
		p.Speech.Say(speech.Text{Source: speech.Source{Kind: speech.Document}, Body: "This is new.", Plain: true}, speech.Voice{})
		s := p.listens(speech.Playing)
		if !s.Voice.Local || s.Problem.Kind != problem.Offline {
			t.Errorf("%+v", s)
		}
		p.Speech.Stop()
	})
}
