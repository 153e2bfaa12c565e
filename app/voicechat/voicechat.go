package voicechat

import (
	"context"
	"errors"
	"sync"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/dictation/utterance"
	"parlando/app/owner"
	"parlando/app/problem"
)

// VoiceChat runs voice chats, one at a time. Its methods never block and are safe for concurrent
// use; changes are marked as changes.VoiceChat. Create it with New and end it with Close.
type VoiceChat struct {
	o       Options
	running owner.Goroutines

	mu      sync.Mutex
	now     Snapshot
	session *session // nil while idle
	closed  bool
}

// session is one voice chat from start to end.
type session struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	// next receives a signal when the user has finished speaking, or wants to skip the reply.
	next chan struct{}
	// stopListening stops listening without sending the speech.
	stopListening context.CancelFunc
}

// New returns an idle VoiceChat.
func New(o Options) *VoiceChat {
	o.SetDefaults()
	return &VoiceChat{o: o}
}

// Snapshot returns the current state. It reads memory only.
func (v *VoiceChat) Snapshot() Snapshot {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now
}

// Start starts listening for a message to a chat. A chat with the ID "" is created with the first
// message, with the connection, model and parameters of c. After Failed, Start transcribes the
// existing recording again, without paying twice for any part. It does nothing while a voice chat
// is running.
func (v *VoiceChat) Start(c chat.Conversation) {
	v.mu.Lock()
	defer v.mark()
	defer v.mu.Unlock()
	if v.closed || v.session != nil {
		return
	}
	var recording chat.ID
	if v.now.Phase == Failed && v.now.CanRetry {
		recording = v.now.Recording
	}
	s := &session{next: make(chan struct{}, 1)}
	s.ctx, s.cancel = context.WithCancelCause(context.Background())
	v.session, v.now = s, Snapshot{Phase: Opening, Chat: c, Recording: recording}
	if recording != "" {
		v.now.Phase = Transcribing
	}
	v.running.Go("voice chat", func() {
		v.running.Go("deleted chat", func() { v.guard(s) })
		end := v.run(s, recording)
		v.mu.Lock()
		if v.session = nil; s.ctx.Err() == nil {
			end(&v.now)
		} else if v.now.Phase = Idle; errors.Is(context.Cause(s.ctx), errDeleted) {
			v.now.Phase, v.now.Ending = Ended, Deleted
		}
		v.mu.Unlock()
		s.cancel(nil)
		v.mark()
	})
}

// Update replaces the parameters of a new chat, for example after another model was chosen before
// the first message.
func (v *VoiceChat) Update(c chat.Conversation) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.now.Chat.ID == "" && c.ID == "" {
		v.now.Chat = c
	}
}

// Next ends the current step. While listening, the speech is sent; while a reply is received or
// read, that stops and listening starts again.
func (v *VoiceChat) Next() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.session != nil {
		owner.Wake(v.session.next)
	}
}

// Mute closes or opens the microphone. Speech that was not sent is kept with the recordings for a
// day.
func (v *VoiceChat) Mute(muted bool) {
	v.mu.Lock()
	defer v.mark()
	defer v.mu.Unlock()
	v.now.Muted = muted
	if muted && v.session != nil && v.session.stopListening != nil {
		v.session.stopListening()
	}
}

// Stop ends the voice chat. Its recording is kept for a day, and a message that is being sent is
// still sent. A reply in flight continues, but is not read aloud.
func (v *VoiceChat) Stop() { v.end(nil) }

func (v *VoiceChat) end(why error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.session != nil {
		v.session.cancel(why)
	}
}

// Dismiss resets the phase Failed or Ended to Idle. The recording is kept.
func (v *VoiceChat) Dismiss() {
	v.mu.Lock()
	ended := v.now.Phase == Failed || v.now.Phase == Ended
	if ended {
		v.now.Phase = Idle
	}
	v.mu.Unlock()
	if ended {
		v.o.Listener.Dismiss()
		v.mark()
	}
}

// Close ends the voice chat and waits for all goroutines until ctx ends. Recordings are kept.
func (v *VoiceChat) Close(ctx context.Context) error {
	v.mu.Lock()
	v.closed = true
	v.mu.Unlock()
	v.end(utterance.ErrQuit)
	return v.running.Wait(ctx)
}

func (v *VoiceChat) mark() { v.o.Marks.Mark(changes.Change{Topic: changes.VoiceChat}) }

// set updates the state.
func (v *VoiceChat) set(change func(*Snapshot)) {
	v.mu.Lock()
	change(&v.now)
	v.mu.Unlock()
	v.mark()
}

// phase enters another phase.
func (v *VoiceChat) phase(p Phase) {
	if v.Snapshot().Phase != p {
		v.set(func(s *Snapshot) { s.Phase = p })
	}
}

// over and failed return functions that set the final state of a voice chat.
func over(why EndReason) func(*Snapshot) {
	return func(s *Snapshot) { s.Phase, s.Ending = Ended, why }
}

func (v *VoiceChat) failed(err error, canRetry bool) func(*Snapshot) {
	p := problem.From(err, "", v.o.Now())
	return func(s *Snapshot) { s.Phase, s.Problem, s.CanRetry = Failed, p, canRetry }
}
