package voicechat

import (
	"context"
	"errors"
	"time"

	"parlando/app/answers"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/dictation/utterance"
	"parlando/app/drafts"
	"parlando/app/history"
	"parlando/app/recordings"
	"parlando/app/speech"
)

const (
	// patience is the maximum time to wait for the user's first word.
	patience = time.Minute
	// noOutputLimit is the time that a reply may wait for a sound output, such as a headset that
	// was unplugged.
	noOutputLimit = 6 * time.Second
)

// errDeleted ends the voice chat because its chat was deleted.
var errDeleted = errors.New("the chat was deleted")

// run runs a session, starting with an existing recording or a new one, and returns a function that
// sets its final state.
func (v *VoiceChat) run(s *session, recording chat.ID) (end func(*Snapshot)) {
	for end == nil {
		var said string
		if said, recording, end = v.hear(s, recording); end != nil {
			return end
		}
		var reply chat.ID
		if reply, end = v.send(s, said, recording); end != nil {
			return end
		}
		recording, end = "", v.attend(s, reply)
	}
	return end
}

// guard ends the session when its chat is deleted.
func (v *VoiceChat) guard(s *session) {
	_ = v.o.Marks.Await(s.ctx, func() bool {
		_, _ = v.chat(s) // other errors are reported when the chat is used
		return s.ctx.Err() != nil
	}, changes.Conversations)
}

// chat returns the current state of the conversation, whose connection may have changed. If it was
// deleted, the session ends.
func (v *VoiceChat) chat(s *session) (chat.Conversation, error) {
	c := v.Snapshot().Chat
	if c.ID == "" {
		return c, nil
	}
	c, err := v.o.History.Conversation(s.ctx, c.ID)
	if errors.Is(err, history.ErrNotFound) {
		s.cancel(errDeleted)
	}
	return c, err
}

// hear returns the transcribed text and its recording, or a function that sets the final state.
func (v *VoiceChat) hear(s *session, recording chat.ID) (said string, made chat.ID, end func(*Snapshot)) {
	var broken error
	for {
		if recording == "" {
			if end := v.awaitMicrophone(s); end != nil {
				return "", "", end
			}
			listening, stop := v.listening(s)
			limits := utterance.Limits{Pause: v.pause, Patience: patience}
			r, err := v.o.Listener.Listen(listening, recordings.PurposeVoiceChat, limits, s.next, func(id chat.ID, open bool) {
				v.set(func(n *Snapshot) {
					if n.Recording = id; open {
						n.Phase = Listening
					}
				})
			})
			muted := listening.Err() != nil && s.ctx.Err() == nil
			stop()
			switch {
			case muted:
				continue
			case errors.Is(err, utterance.ErrSilent):
				return "", "", over(NobodySpoke)
			case err != nil:
				return "", "", v.failed(err, false)
			case r.Problem.Kind != "":
				broken = r.Problem
			}
			recording = r.ID
		}
		v.phase(Transcribing)
		c, err := v.chat(s)
		// Transcribe also discards or keeps the recording if ctx has ended.
		if err == nil || s.ctx.Err() != nil {
			said, err = v.o.Listener.Transcribe(s.ctx, c.Connection, recording)
		}
		switch {
		case err == nil:
			v.set(func(n *Snapshot) { n.Said = said })
			return said, recording, nil
		case !errors.Is(err, utterance.ErrSilent):
			return "", "", v.failed(err, true)
		case broken != nil:
			return "", "", v.failed(broken, false)
		}
		recording = "" // no speech, such as a cough: listen again
	}
}

// pause returns the length of the silence that ends an utterance.
func (v *VoiceChat) pause() time.Duration {
	return time.Duration(v.o.Settings().Dictation.Pause * float64(time.Second))
}

// awaitMicrophone waits until the user unmutes the microphone.
func (v *VoiceChat) awaitMicrophone(s *session) (end func(*Snapshot)) {
	err := v.o.Marks.Await(s.ctx, func() bool {
		if v.Snapshot().Muted {
			v.phase(Muted)
			return false
		}
		return true
	}, changes.VoiceChat)
	if err != nil {
		return over("")
	}
	return nil
}

// listening starts opening the microphone, and returns a context that ends when the user mutes it.
func (v *VoiceChat) listening(s *session) (ctx context.Context, stop context.CancelFunc) {
	ctx, stop = context.WithCancel(s.ctx)
	v.set(func(n *Snapshot) {
		n.Phase, n.Recording = Opening, ""
		s.stopListening = stop
		if n.Muted { // the user has muted the microphone meanwhile
			stop()
		}
	})
	return ctx, stop
}

// send sends the text once no other reply of the chat is in flight.
func (v *VoiceChat) send(s *session, said string, recording chat.ID) (reply chat.ID, end func(*Snapshot)) {
	v.phase(Sending)
	err := v.o.Marks.Await(s.ctx, func() bool {
		_, writing := v.o.Replies.Active(v.Snapshot().Chat.ID)
		return !writing
	}, changes.Message)
	var c chat.Conversation
	if err == nil {
		c, err = v.chat(s)
	}
	// from here on Stop ends the voice chat, but the message is sent
	ctx := context.WithoutCancel(s.ctx)
	message := v.take(ctx, said)
	queued := false
	switch {
	case err != nil:
		message.GiveBack(nil)
	case c.ID == "":
		c.ID = chat.NewID()
		c, reply, err = v.o.Replies.Begin(ctx, c, message)
	default:
		reply, queued, err = v.o.Replies.Send(ctx, message, nil)
	}
	if err != nil {
		return "", v.notSent(recording, said, err)
	}
	v.o.Listener.SetText(recording, said)
	v.set(func(n *Snapshot) { n.Phase, n.Chat, n.Reply = Answering, c, reply })
	if queued {
		return "", over(Queued)
	}
	return reply, nil
}

// take makes a message of the spoken text. The draft of the chat stays where it is.
func (v *VoiceChat) take(ctx context.Context, said string) *drafts.TakenMessage {
	id := v.Snapshot().Chat.ID
	if err := v.o.Drafts.Read(ctx, id); err != nil {
		v.o.Log.Warn("The draft of the chat could not be read", "error", err)
	}
	return v.o.Drafts.TakeNew(id, chat.Draft{Text: said})
}

// notSent ends the voice chat because a text was not sent and is back in the chat's draft. If the
// disk refuses the draft, the recording is kept.
func (v *VoiceChat) notSent(recording chat.ID, said string, why error) (end func(*Snapshot)) {
	if err := v.o.Drafts.Flush(); err != nil {
		v.o.Log.Error("The spoken text could not be stored in the draft: the recording is kept", "error", err)
	} else {
		v.o.Listener.SetText(recording, said)
	}
	v.set(func(n *Snapshot) { n.Err = why })
	return over(NotSent)
}

// attend reads a reply aloud, and returns nil at its end, to listen again.
func (v *VoiceChat) attend(s *session, reply chat.ID) (end func(*Snapshot)) {
	select {
	case <-s.next: // drop a signal for an earlier phase
	default:
	}
	news := v.o.Marks.Fork(changes.Speech, changes.Message)
	defer v.o.Marks.Unfork(news)
	source := speech.Source{Kind: speech.Message, ID: string(reply)}
	v.say(s, source)
	heard := false
	var noOutput <-chan time.Time
	for {
		reading := v.o.Speech.Snapshot()
		mine := reading.Phase != speech.Idle && reading.Source == source
		if !mine || reading.Phase != speech.NoOutput {
			noOutput = nil
		} else if noOutput == nil {
			noOutput = time.After(noOutputLimit)
		}
		switch {
		case mine && reading.Phase == speech.Failed:
			if !v.writing(reply) {
				if end := v.answered(s, reply, true); end != nil {
					return end // there was nothing to read
				}
			}
			return over(NotReadAloud)
		case mine:
			heard = heard || reading.Sentences > 0
			v.phase(v.speaking(reply))
		case !v.writing(reply):
			return v.answered(s, reply, heard)
		}
		select {
		case <-news.Ready():
			news.Take()
		case <-noOutput:
			return over(NotReadAloud)
		case <-s.next:
			v.o.Speech.StopSource(source)
			if v.writing(reply) {
				v.o.Replies.Stop(v.Snapshot().Chat.ID)
			}
			return nil
		case <-s.ctx.Done():
			v.o.Speech.StopSource(source)
			return over("")
		}
	}
}

// say starts reading a reply aloud unless that has started. Package autoread passes on text that
// arrives later.
func (v *VoiceChat) say(s *session, source speech.Source) {
	if v.o.Speech.Snapshot().Source == source {
		return
	}
	m := v.message(s.ctx, chat.ID(source.ID))
	c, err := v.chat(s) // the chat may have got its title meanwhile
	if err != nil {
		c = v.Snapshot().Chat
	}
	v.o.Speech.Say(speech.Text{
		Source: source, Conversation: c.ID, Title: c.Title, Body: answers.Text(m), Writing: !m.State.Ended(),
	}, v.o.Speech.PreferredVoiceFor(c.Connection))
	// The reply may have ended since it was read.
	v.o.Marks.Mark(changes.Change{Topic: changes.Message, ID: source.ID})
}

// speaking returns the phase while a reply is being read aloud.
func (v *VoiceChat) speaking(reply chat.ID) Phase {
	if shot, _ := v.o.Replies.Snapshot(reply); shot.Asking {
		return Asking
	}
	return Speaking
}

// writing reports whether a reply is still being received.
func (v *VoiceChat) writing(reply chat.ID) bool {
	shot, ok := v.o.Replies.Snapshot(reply)
	return ok && !shot.State.Ended()
}

// message returns a reply from memory or disk, the zero Message if it does not exist.
func (v *VoiceChat) message(ctx context.Context, reply chat.ID) chat.Message {
	if shot, ok := v.o.Replies.Snapshot(reply); ok {
		return shot.Message
	}
	all, err := v.o.History.Messages(ctx, []chat.ID{reply})
	if err != nil || len(all) == 0 {
		v.o.Log.Warn("The reply to be read aloud could not be read", "error", err)
		return chat.Message{}
	}
	return all[0]
}

// answered returns the end of the chat if a reply is incomplete or was not heard, otherwise nil.
func (v *VoiceChat) answered(s *session, reply chat.ID, heard bool) (end func(*Snapshot)) {
	switch m := v.message(s.ctx, reply); {
	case m.State != chat.Done && m.State != chat.Stopped:
		return over(AnswerFailed)
	case !heard:
		return over(AnswerSilent)
	}
	return nil
}
