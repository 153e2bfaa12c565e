package core_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/recordings"
	"parlando/app/settings"
	"parlando/app/speech"
	"parlando/app/speech/speechtext"
	"parlando/app/tools"
	"parlando/app/voicechat"
	"parlando/client/practice"
	"parlando/media/microphone"
)

// pearTree is a spoken sentence.
const pearTree = "Shall we decide about the old pear tree?"

// voiceChats waits for a phase of the conversation by voice.
func (p *user) voiceChats(want voicechat.Phase) voicechat.Snapshot {
	p.t.Helper()
	var s voicechat.Snapshot
	p.until("the conversation by voice to be "+string(want), func() bool {
		s = p.VoiceChat.Snapshot()
		return s.Phase == want
	})
	return s
}

// ends waits for the end of the conversation by voice.
func (p *user) ends(h *home, want voicechat.EndReason) voicechat.Snapshot {
	p.t.Helper()
	s := p.voiceChats(voicechat.Ended)
	if s.Ending != want || h.mic.IsOpen() {
		p.t.Errorf("it has ended with %q, want %q; the microphone is open: %v", s.Ending, want, h.mic.IsOpen())
	}
	return s
}

// beginsVoiceChat begins a conversation by voice in a chat of a model whose replies are short.
func (h *home) beginsVoiceChat(model string) (*user, chat.Conversation) {
	h.t.Helper()
	p := h.start()
	id := p.looksAround(model)
	p.hearsLittle(id)
	c, err := p.History.Conversation(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	p.VoiceChat.Start(c)
	return p, c
}

// models chooses the models for speech to text and for speech, "" for the usual one.
func (p *user) models(transcription, voice string) {
	connection, _ := p.Connections.Current()
	p.Settings.Change(func(s *settings.Settings) {
		s.Transcription.Models, s.Speech.Models = map[chat.ID]string{}, map[chat.ID]string{}
		if transcription != "" {
			s.Transcription.Models[connection.ID] = transcription
		}
		if voice != "" {
			s.Speech.Models[connection.ID] = voice
		}
	})
}

// question is the last question of the conversation by voice.
func (p *user) question(s voicechat.Snapshot) string {
	p.t.Helper()
	return p.kept(p.kept(s.Reply).Parent).Text()
}

// What is said is sent at a pause, without what stands in the message box; the reply is read aloud
// with the microphone closed, and then it listens again.
func TestAConversationByVoice(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, c := h.beginsVoiceChat(practice.WriterModel)
		p.Drafts.Append(c.ID, chat.Draft{Text: "Dear Ana."})
		for range 2 {
			p.voiceChats(voicechat.Listening)
			time.Sleep(2 * time.Second) // thinking
			h.someone(8 * time.Second)
			s := p.voiceChats(voicechat.Speaking)
			if h.mic.IsOpen() {
				t.Error("the microphone is open while the reply is read")
			}
			if !strings.HasPrefix(p.question(s), pearTree) || p.draft(c.ID).Text != "Dear Ana." {
				t.Errorf("sent %q, and %q is left", p.question(s), p.draft(c.ID).Text)
			}
			if r, ok := p.Recordings.Get(s.Recording); !ok || r.Purpose != recordings.PurposeVoiceChat || r.State != recordings.Sent || !strings.HasPrefix(r.Text, pearTree) {
				t.Errorf("%+v", r)
			}
			p.waitsFor(s.Reply, chat.Done)
			if reads := p.Speech.Snapshot(); reads.Source.ID != string(s.Reply) || reads.Conversation != c.ID {
				t.Errorf("it reads %+v", reads)
			}
		}
		p.voiceChats(voicechat.Listening)
		p.ends(h, voicechat.NobodySpoke)
		if n := len(p.reads(c.ID)); n != 4 {
			t.Errorf("the chat has %d messages", n)
		}
		p.VoiceChat.Dismiss()
		p.voiceChats(voicechat.Idle)
		p.quit()
	})
}

// A new chat begins with the first message, with the model that was chosen last.
func TestAConversationByVoiceBeginsAChat(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		p.looksAround("")
		p.Drafts.Append("", chat.Draft{Text: "Dear Ana."})
		p.VoiceChat.Start(chat.Conversation{Model: practice.WriterModel})
		h.someone(8 * time.Second)
		p.voiceChats(voicechat.Transcribing)
		p.VoiceChat.Update(chat.Conversation{Model: practice.SlowModel})
		s := p.voiceChats(voicechat.Speaking)
		if s.Chat.ID == "" || p.Speech.Snapshot().Title == "" || s.Chat.Model != practice.SlowModel || p.sees(s.Reply).Request.Asked != practice.SlowModel {
			t.Errorf("%+v", s.Chat)
		}
		if !strings.HasPrefix(p.question(s), pearTree) || p.draft("").Text != "" || p.draft(s.Chat.ID).Text != "Dear Ana." {
			t.Errorf("sent %q, and %q is left", p.question(s), p.draft(s.Chat.ID).Text)
		}
		p.VoiceChat.Update(chat.Conversation{Model: practice.WriterModel}) // of another new chat
		if now := p.VoiceChat.Snapshot().Chat; now.ID != s.Chat.ID {
			t.Errorf("%+v", now)
		}
		p.VoiceChat.Stop()
		p.voiceChats(voicechat.Idle)
		p.listens(speech.Idle)
		if m := p.sees(s.Reply); m.State.Ended() {
			t.Errorf("the reply is %q", m.State)
		}
		p.quit()
	})
}

func TestInterruptingStopsTheReplyAndListens(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, _ := h.beginsVoiceChat(practice.SlowModel)
		p.voiceChats(voicechat.Listening)
		h.someone(8 * time.Second)
		s := p.voiceChats(voicechat.Speaking)
		p.listens(speech.Playing)
		p.VoiceChat.Next()
		p.voiceChats(voicechat.Listening)
		p.waitsFor(s.Reply, chat.Stopped)
		if p.Speech.Snapshot().Phase != speech.Idle {
			t.Error("it is read on")
		}
		h.someone(8 * time.Second)
		if err := h.mic.WaitDelivered(t.Context()); err != nil {
			t.Fatal(err)
		}
		p.VoiceChat.Next() // without a pause
		p.voiceChats(voicechat.Transcribing)
		s = p.voiceChats(voicechat.Speaking)
		p.waitsFor(s.Reply, chat.Done)
		p.VoiceChat.Next()
		p.voiceChats(voicechat.Listening)
		if m := p.kept(s.Reply); m.State != chat.Done {
			t.Errorf("what was written to its end was stopped: %q", m.State)
		}
		p.quit()
	})
}

// Space in a silent room sends nothing.
func TestWhereNothingIsSaidItListensAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, c := h.beginsVoiceChat(practice.WriterModel)
		p.voiceChats(voicechat.Listening)
		time.Sleep(2 * time.Second)
		p.VoiceChat.Next()
		p.until("the microphone is opened again", func() bool { return h.mic.OpenCount() == 2 })
		p.voiceChats(voicechat.Listening)
		if got := p.reads(c.ID); len(got) != 0 {
			t.Errorf("sent %q", got)
		}
		p.quit()
	})
}

func TestEndingsOfAConversationByVoice(t *testing.T) {
	for name, c := range map[string]struct {
		model, voice string
		happens      func(p *user, h *home)
		want         voicechat.EndReason
	}{
		"the key is refused":    {model: "practice-trouble/key", want: voicechat.AnswerFailed},
		"the reply is cut off":  {model: "practice-trouble/cut", want: voicechat.AnswerFailed},
		"a reply without words": {model: "practice-trouble/empty", want: voicechat.AnswerFailed},
		"the voice fails":       {model: practice.WriterModel, voice: "practice-trouble/500", want: voicechat.NotReadAloud},
		"a headset is unplugged": {model: practice.WriterModel, want: voicechat.NotReadAloud, happens: func(p *user, h *home) {
			p.listens(speech.Playing)
			h.output.SetError(errors.New("there is no sound output"))
			h.output.RemoveDevice()
			p.listens(speech.NoOutput)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p, asked := h.beginsVoiceChat(c.model)
				p.models("", c.voice)
				h.someone(8 * time.Second)
				if c.happens != nil {
					p.voiceChats(voicechat.Speaking)
					c.happens(p, h)
				}
				p.ends(h, c.want)
				if got := p.reads(asked.ID); len(got) != 2 || !strings.HasPrefix(got[0], "user: "+pearTree) {
					t.Errorf("%q", got)
				}
				p.quit()
			})
		})
	}
}

// A headset that is plugged in again is read on to.
func TestAHeadsetThatComesBack(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, _ := h.beginsVoiceChat(practice.WriterModel)
		h.someone(8 * time.Second)
		p.voiceChats(voicechat.Speaking)
		p.listens(speech.Playing)
		h.output.SetError(errors.New("there is no sound output"))
		h.output.RemoveDevice()
		p.listens(speech.NoOutput)
		time.Sleep(3 * time.Second)
		h.output.SetError(nil)
		p.listens(speech.Playing)
		p.voiceChats(voicechat.Listening)
		p.quit()
	})
}

// Where a key is refused the recording is there to be transcribed again, and the conversation goes
// on.
func TestARefusedKeyIsTriedAgain(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, c := h.beginsVoiceChat(practice.WriterModel)
		p.models("practice-trouble/401", "")
		h.someone(8 * time.Second)
		s := p.voiceChats(voicechat.Failed)
		if s.Problem.Kind != problem.KeyRejected || !s.CanRetry || h.mic.IsOpen() {
			t.Errorf("%+v", s)
		}
		if r, ok := p.Recordings.Get(s.Recording); !ok || r.State != recordings.Kept || r.Problem.Kind != problem.KeyRejected {
			t.Errorf("%+v", r)
		}
		p.models("", "")
		p.VoiceChat.Start(c)
		again := p.voiceChats(voicechat.Speaking)
		if again.Recording != s.Recording || !strings.HasPrefix(p.question(again), pearTree) || len(p.Recordings.List()) != 1 {
			t.Errorf("%+v", again)
		}
		p.voiceChats(voicechat.Listening)
		p.quit()
	})
}

// A microphone that another program takes ends nothing that was said before; one that it has
// already says so.
func TestAMicrophoneThatAnotherProgramTakes(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		h.mic.SetError(microphone.ErrBusy)
		p, c := h.beginsVoiceChat(practice.WriterModel)
		if s := p.voiceChats(voicechat.Failed); s.Problem.Kind != problem.MicrophoneBusy || s.CanRetry {
			t.Errorf("%+v", s)
		}
		h.mic.SetError(nil)
		p.VoiceChat.Start(c)
		p.voiceChats(voicechat.Listening)
		h.someone(8 * time.Second)
		if err := h.mic.WaitDelivered(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.mic.SetError(microphone.ErrBusy)
		h.mic.Unplug()
		if s := p.voiceChats(voicechat.Speaking); !strings.HasPrefix(p.question(s), pearTree) {
			t.Errorf("%+v", s)
		}
		if s := p.voiceChats(voicechat.Failed); s.Problem.Kind != problem.MicrophoneBusy {
			t.Errorf("%+v", s)
		}
		h.mic.SetError(nil)
		p.VoiceChat.Start(c)
		p.voiceChats(voicechat.Listening)
		h.mic.Unplug() // before a word was said
		if s := p.voiceChats(voicechat.Failed); s.Problem.Kind != problem.MicrophoneLost || s.CanRetry {
			t.Errorf("%+v", s)
		}
		p.quit()
	})
}

// Where the connection is removed, what was said waits for another one.
func TestTheConnectionIsRemovedWhileItListens(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, c := h.beginsVoiceChat(practice.WriterModel)
		current, _ := p.Connections.Current()
		if err := p.History.SetModel(t.Context(), c.ID, current.ID, practice.WriterModel); err != nil {
			t.Fatal(err)
		}
		p.voiceChats(voicechat.Listening)
		if err := p.Connections.Forget(current.ID); err != nil {
			t.Fatal(err)
		}
		h.someone(8 * time.Second)
		if s := p.voiceChats(voicechat.Failed); s.Problem.Kind != problem.ConnectionGone || !s.CanRetry {
			t.Errorf("%+v", s)
		}
		if err := p.Connections.UsePractice(t.Context()); err != nil {
			t.Fatal(err)
		}
		another, _ := p.Connections.Current()
		if err := p.History.SetModel(t.Context(), c.ID, another.ID, practice.WriterModel); err != nil {
			t.Fatal(err)
		}
		p.VoiceChat.Start(c)
		if s := p.voiceChats(voicechat.Speaking); !strings.HasPrefix(p.question(s), pearTree) {
			t.Errorf("%+v", s)
		}
		p.quit()
	})
}

// Where the connection is removed after something was said, that stands in the message box of the
// chat.
func TestWhatCannotBeSentIsADraft(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, c := h.beginsVoiceChat(practice.SlowModel)
		current, _ := p.Connections.Current()
		if err := p.History.SetModel(t.Context(), c.ID, current.ID, practice.SlowModel); err != nil {
			t.Fatal(err)
		}
		reachSending(p, h, c.ID)
		p.Drafts.Append(c.ID, chat.Draft{Text: "Dear Ana."})
		if err := p.Connections.Forget(current.ID); err != nil {
			t.Fatal(err)
		}
		p.Replies.Stop(c.ID)
		s := p.ends(h, voicechat.NotSent)
		var why problem.Problem
		if !errors.As(s.Err, &why) || why.Kind != problem.ConnectionGone {
			t.Errorf("%+v", s)
		}
		if d := p.draft(c.ID).Text; !strings.HasPrefix(d, "Dear Ana.") || !strings.Contains(d, pearTree) {
			t.Errorf("the draft is %q", d)
		}
		p.quit()
	})
}

// reachSending has something said while a slow reply is being written: it waits to be sent.
func reachSending(p *user, h *home, conversation chat.ID) {
	p.t.Helper()
	p.voiceChats(voicechat.Listening)
	p.asks(conversation, "Take your time")
	h.someone(8 * time.Second)
	p.voiceChats(voicechat.Sending)
}

// Each state is reached and left: by Stop, as where another chat is opened, by the end of the
// program, and where the chat is deleted. What was said is a message, a draft or a recording then.
func TestEachStateOfAConversationByVoiceIsLeft(t *testing.T) {
	states := map[string]struct {
		reach func(p *user, h *home, c chat.ID)
		// words is their place then: "draft", "message", "recording" or nowhere.
		words string
	}{
		"opening": {reach: func(p *user, h *home, _ chat.ID) {
			h.mic.SetOpenDelay(time.Second)
			p.VoiceChat.Stop()
			p.voiceChats(voicechat.Idle)
			p.VoiceChat.Start(p.VoiceChat.Snapshot().Chat)
			p.voiceChats(voicechat.Opening)
		}},
		"listening": {words: "recording", reach: func(p *user, h *home, _ chat.ID) {
			p.voiceChats(voicechat.Listening)
			h.someone(4 * time.Second)
			if err := h.mic.WaitDelivered(p.t.Context()); err != nil {
				p.t.Fatal(err)
			}
		}},
		"transcribing": {words: "recording", reach: func(p *user, h *home, _ chat.ID) {
			p.models("practice-trouble/no-answer", "")
			h.someone(4 * time.Second)
			p.voiceChats(voicechat.Transcribing)
		}},
		"sending": {words: "draft", reach: reachSending},
		"speaking": {words: "message", reach: func(p *user, h *home, _ chat.ID) {
			h.someone(8 * time.Second)
			p.voiceChats(voicechat.Speaking)
			p.listens(speech.Playing)
		}},
		"failed": {words: "recording", reach: func(p *user, h *home, _ chat.ID) {
			p.models("practice-trouble/401", "")
			h.someone(4 * time.Second)
			p.voiceChats(voicechat.Failed)
		}},
		"over": {reach: func(p *user, h *home, _ chat.ID) { p.ends(h, voicechat.NobodySpoke) }},
	}
	ended := map[string]bool{"failed": true, "over": true}
	for name, state := range states {
		t.Run("stop "+name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p, c := h.beginsVoiceChat(practice.SlowModel)
				state.reach(p, h, c.ID)
				p.VoiceChat.Stop()
				if ended[name] {
					p.VoiceChat.Dismiss()
				}
				p.voiceChats(voicechat.Idle)
				p.listens(speech.Idle)
				p.until("the microphone is closed", func() bool { return !h.mic.IsOpen() })
				time.Sleep(time.Second)
				p.wantWords(c.ID, state.words, map[bool]recordings.State{true: recordings.Kept, false: recordings.Canceled}[ended[name]])
				p.VoiceChat.Start(c)
				p.voiceChats(voicechat.Listening)
				p.quit()
			})
		})
		t.Run("quit "+name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p, c := h.beginsVoiceChat(practice.SlowModel)
				state.reach(p, h, c.ID)
				p.quit()
				if h.mic.IsOpen() {
					t.Error("the microphone is open")
				}
				p = h.start()
				time.Sleep(time.Second)
				p.wantWords(c.ID, state.words, recordings.Kept)
				p.quit()
			})
		})
		t.Run("delete "+name, func(t *testing.T) {
			story(t, func(t *testing.T, h *home) {
				p, c := h.beginsVoiceChat(practice.SlowModel)
				state.reach(p, h, c.ID)
				if err := p.History.Delete(t.Context(), c.ID); err != nil {
					t.Fatal(err)
				}
				if !ended[name] && p.voiceChats(voicechat.Ended).Ending != voicechat.Deleted {
					t.Errorf("%+v", p.VoiceChat.Snapshot())
				}
				p.listens(speech.Idle)
				p.until("the microphone is closed", func() bool { return !h.mic.IsOpen() })
				if err := p.History.Restore(t.Context(), c.ID); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Second)
				p.wantWords(c.ID, state.words, map[bool]recordings.State{true: recordings.Kept, false: recordings.Canceled}[ended[name]])
				p.quit()
			})
		})
	}
}

// wantWords checks where the words about the pear tree are, and nowhere else; kept is the state of
// the recording where they are in that alone.
func (p *user) wantWords(conversation chat.ID, where string, kept recordings.State) {
	p.t.Helper()
	all, draft := strings.Join(p.reads(conversation), "\n"), p.draft(conversation).Text
	if got := strings.Contains(all, "user: "+pearTree); got != (where == "message") {
		p.t.Errorf("they are in the chat: %v, want %s: %q", got, where, all)
	}
	if got := strings.HasPrefix(draft, pearTree); got != (where == "draft") {
		p.t.Errorf("they are in the draft: %v, want %s: %q", got, where, draft)
	}
	last := recordings.Recording{}
	if list := p.Recordings.List(); len(list) > 0 {
		last = list[0]
	}
	if want := kept; where == "recording" && (last.State != want || last.Silent || last.Text != "") {
		p.t.Errorf("the recording is %+v, want it %s", last, want)
	}
}

func TestAConversationByVoiceSaysThatAToolIsAskedForAndDoesNotListen(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p := h.start()
		id := p.looksAround("practice-trouble/tool-two")
		p.hearsLittle(id)
		c, err := p.History.Conversation(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		c.Params.Tools = []string{tools.SearchMyChats}
		if err := p.History.SetParameters(t.Context(), id, c.Params); err != nil {
			t.Fatal(err)
		}
		p.Speech.SetWords(speechtext.Words{Asks: "May I?"})
		p.VoiceChat.Start(c)
		p.voiceChats(voicechat.Listening)
		h.someone(8 * time.Second)
		s := p.voiceChats(voicechat.Asking)
		p.until("the sound of the question", func() bool { return h.heard() > 0 })
		time.Sleep(time.Minute)
		if now := p.VoiceChat.Snapshot(); now.Phase != voicechat.Asking || h.mic.IsOpen() {
			t.Errorf("a minute later it is %q, the microphone is open: %t", now.Phase, h.mic.IsOpen())
		}
		waiting := p.Tools.Waiting(id)
		if len(waiting) != 2 {
			t.Fatalf("%d calls wait", len(waiting))
		}
		for _, r := range waiting {
			if err := p.Tools.Decide(r.Reply, r.Call.ID, tools.Decision{Verdict: tools.AllowOnce}); err != nil {
				t.Error(err)
			}
		}
		p.voiceChats(voicechat.Speaking)
		p.waitsFor(s.Reply, chat.Done)
		p.voiceChats(voicechat.Listening)
		p.quit()
	})
}

// While it is muted nothing is heard or sent; what was being said stays among the recordings.
func TestAConversationByVoiceIsMuted(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		p, c := h.beginsVoiceChat(practice.WriterModel)
		p.voiceChats(voicechat.Listening)
		h.someone(8 * time.Second)
		time.Sleep(time.Second)
		p.VoiceChat.Mute(true)
		s := p.voiceChats(voicechat.Muted)
		time.Sleep(time.Hour) // longer than it waits for a word
		if h.mic.IsOpen() || p.VoiceChat.Snapshot().Phase != voicechat.Muted || len(p.reads(c.ID)) != 0 {
			t.Error("it hears or has sent something")
		}
		if r, ok := p.Recordings.Get(s.Recording); !ok || r.Purpose != recordings.PurposeVoiceChat {
			t.Errorf("the recording is gone: %+v", r)
		}
		p.VoiceChat.Mute(false)
		p.voiceChats(voicechat.Listening)
		h.someone(8 * time.Second)
		p.voiceChats(voicechat.Speaking)
		p.VoiceChat.Mute(true) // while the reply is read
		if said := p.VoiceChat.Snapshot().Said; !strings.Contains(said, pearTree) {
			t.Errorf("said %q", said)
		}
		p.voiceChats(voicechat.Muted)
		if n := len(p.reads(c.ID)); n != 2 {
			t.Errorf("the chat has %d messages", n)
		}
		p.VoiceChat.Stop()
		p.voiceChats(voicechat.Idle)
		p.quit()
	})
}
