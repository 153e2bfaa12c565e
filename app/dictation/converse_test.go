package dictation

import (
	"testing"
	"time"

	"parley/app/chat"
	"parley/app/problem"
	"parley/app/recordings"
	"parley/app/speech"
	"parley/client"
)

// asks has a turn spoken and sent; the reply to it is being written.
func (w *world) asks(sentence string, reply chat.ID) {
	w.t.Helper()
	w.wait(time.Second)
	w.expect(Listening)
	w.says(sentence)
	w.wait(2 * time.Second)
	if s := w.expect(Sending); s.Text != sentence || !s.Talk {
		w.t.Errorf("%+v", s)
	}
	w.reply(reply, chat.Writing)
	w.Sent(reply)
	w.wait(2 * pace)
	w.expect(Answering)
	if p := w.live.Phase; p != recordings.Idle {
		w.t.Errorf("the microphone is open: %v", p)
	}
}

func TestAConversationByVoice(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Talk(Target{Conversation: "c"})
		for _, reply := range []chat.ID{"one", "two"} {
			w.asks("How are you?", reply)
			w.reading(speech.Preparing, reply)
			w.expect(Speaking)
			w.reading(speech.Playing, reply)
			w.wait(time.Minute)
			w.reply(reply, chat.Done)
			w.wait(time.Second)
			w.expect(Speaking)
			w.reading(speech.Idle, "")
		}
		w.wait(time.Second)
		w.expect(Listening)
		if r := w.recording(1); r.Purpose != recordings.Talk || r.State != recordings.Sent {
			t.Errorf("%+v", r)
		}
		w.Cancel()
		w.wait(time.Second)
		w.expect(Idle)
	})
}

func TestInterruptingStopsTheReplyAndListens(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Talk(Target{Conversation: "c"})
		w.asks("Tell me a story.", "r")
		w.reading(speech.Playing, "r")
		w.Interrupt()
		w.wait(time.Second)
		w.expect(Listening)
		if w.reads.Phase != speech.Idle || len(w.stopped) != 1 || w.stopped[0] != "c" {
			t.Errorf("%v, %v", w.reads, w.stopped)
		}
		// What was written to its end is not stopped again.
		w.asks("Another one.", "s")
		w.reply("s", chat.Done)
		w.reading(speech.Playing, "s")
		w.Interrupt()
		w.wait(time.Second)
		w.expect(Listening)
		if len(w.stopped) != 1 {
			t.Errorf("%v", w.stopped)
		}
		w.End() // a click instead of a pause
		w.wait(2 * time.Second)
		w.expect(Sending)
	})
}

func TestNobodySpeaksForAMinute(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Talk(Target{})
		w.wait(time.Second)
		w.hears(func(l *recordings.Live) { l.Elapsed = 59 * time.Second })
		w.expect(Listening)
		w.hears(func(l *recordings.Live) { l.Elapsed = patience })
		if s := w.expect(Over); s.Ending != NobodySpoke {
			t.Errorf("%+v", s)
		}
		if w.live.Phase == recordings.Hearing || w.requests() != 0 {
			t.Error("it goes on")
		}
		w.Dismiss()
		w.expect(Idle)
	})
}

func TestACoughIsNoTurn(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.silent = true
		w.Talk(Target{})
		w.wait(time.Second)
		w.says("")
		w.wait(time.Second)
		w.expect(Listening)
		if w.requests() != 0 {
			t.Error("silence was sent")
		}
	})
}

func TestEndingsOfAConversation(t *testing.T) {
	for name, c := range map[string]struct {
		happens func(w *world)
		want    Ending
	}{
		"the reply fails": {func(w *world) { w.reply("r", chat.Failed) }, AnswerFailed},
		"the reply is cut off while it is read": {func(w *world) {
			w.reading(speech.Playing, "r")
			w.reply("r", chat.CutOff)
			w.reading(speech.Idle, "")
		}, AnswerFailed},
		"a reply without words": {func(w *world) { w.reply("r", chat.Done) }, AnswerSilent},
		"no loudspeaker":        {func(w *world) { w.reading(speech.NoOutput, "r") }, NotReadAloud},
		"the voice fails":       {func(w *world) { w.reading(speech.Failed, "r") }, NotReadAloud},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				w.Talk(Target{Conversation: "c"})
				w.asks("How are you?", "r")
				c.happens(w)
				w.wait(time.Minute)
				if s := w.expect(Over); s.Ending != c.want {
					t.Errorf("%+v", s)
				}
			})
		})
	}
}

func TestATurnThatIsNotSentEndsTheConversation(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Talk(Target{})
		w.wait(time.Second)
		w.says("Hello.")
		w.wait(2 * time.Second)
		w.expect(Sending)
		w.Sent("")
		w.wait(pace)
		if s := w.expect(Over); s.Ending != NotSent {
			t.Errorf("%+v", s)
		}
	})
}

func TestATurnThatFailsIsTriedAgainAndTheConversationGoesOn(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Talk(Target{Conversation: "c"})
		w.wait(time.Second)
		w.answer = func() (string, error) { return "", &client.Error{Kind: client.KindNetwork} }
		w.hears(func(l *recordings.Live) { l.Heard = true })
		w.wait(2 * time.Second)
		if s := w.expect(Failed); s.Problem.Kind != problem.Offline || !s.CanRetry {
			t.Errorf("%+v", s)
		}
		w.answer = func() (string, error) { return "Hello.", nil }
		w.Retry()
		w.wait(2 * time.Second)
		if s := w.expect(Sending); s.Text != "Hello." || len(w.list) != 1 {
			t.Errorf("%+v", s)
		}
	})
}

func TestEscapeEndsTheConversationAndTheVoice(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.Talk(Target{Conversation: "c"})
		w.asks("How are you?", "r")
		w.reading(speech.Playing, "r")
		w.Cancel()
		w.wait(time.Second)
		w.expect(Idle)
		if w.reads.Phase != speech.Idle || len(w.stopped) != 0 {
			t.Errorf("%v; stopped %v", w.reads, w.stopped)
		}
	})
}
