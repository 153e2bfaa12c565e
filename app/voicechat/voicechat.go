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

// VoiceChat is the owner. Use New; end with Close. Its methods never wait and are safe from any
// goroutine; what they change is marked as changes.VoiceChat.
type VoiceChat struct {
	o       Options
	running sync.WaitGroup

	mu      sync.Mutex
	now     Snapshot
	session *session // nil while nothing is done
	closed  bool
}

// session is one conversation by voice from its beginning to its end.
type session struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	// next receives when the user has said all, or does not want to hear on.
	next chan struct{}
	// stopListening ends the listening without sending what was heard, once it has begun.
	stopListening context.CancelFunc
}

// New makes the owner. It starts nothing.
func New(o Options) *VoiceChat {
	o.SetDefaults()
	return &VoiceChat{o: o}
}

// Snapshot returns the current state. It asks memory alone.
func (v *VoiceChat) Snapshot() Snapshot {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now
}

// Start begins to listen for what is to be sent in a chat; an ID "" is a new one that begins with
// the first message, with the connection, model and parameters of c. After Failed it goes on with
// the recording if there is one: that is transcribed once more, and no part that was paid for is
// asked again. It does nothing while a conversation goes on.
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
	v.running.Go(func() {
		v.running.Go(func() { v.guard(s) })
		end := v.run(s, recording)
		v.mu.Lock()
		if v.session = nil; s.ctx.Err() == nil {
			end(&v.now)
		} else if v.now.Phase = Idle; errors.Is(context.Cause(s.ctx), errDeleted) {
			v.now.Phase, v.now.Ending = Over, Deleted
		}
		v.mu.Unlock()
		s.cancel(nil)
		v.mark()
	})
}

// Update sets the parameters of a new chat, as when another model was chosen before its first
// message was sent.
func (v *VoiceChat) Update(c chat.Conversation) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.now.Chat.ID == "" && c.ID == "" {
		v.now.Chat = c
	}
}

// Next ends what is done without ending the conversation: while it listens, what was said is sent;
// while the reply is written or read, that stops, and it listens again.
func (v *VoiceChat) Next() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.session != nil {
		owner.Wake(v.session.next)
	}
}

// Mute closes the microphone for the conversation, or opens it again. What was being said is not
// sent; it stays among the recordings until tomorrow.
func (v *VoiceChat) Mute(muted bool) {
	v.mu.Lock()
	defer v.mark()
	defer v.mu.Unlock()
	v.now.Muted = muted
	if muted && v.session != nil && v.session.stopListening != nil {
		v.session.stopListening()
	}
}

// Stop ends the conversation. A recording stays among the recordings until tomorrow, and what is
// being sent is sent. A reply goes on being written, but is not read.
func (v *VoiceChat) Stop() { v.end(nil) }

func (v *VoiceChat) end(why error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.session != nil {
		v.session.cancel(why)
	}
}

// Dismiss puts away what Failed or Over have said. The recording stays where it is.
func (v *VoiceChat) Dismiss() {
	v.mu.Lock()
	ended := v.now.Phase == Failed || v.now.Phase == Over
	if ended {
		v.now.Phase = Idle
	}
	v.mu.Unlock()
	if ended {
		v.o.Listener.Dismiss()
		v.mark()
	}
}

// Close ends the conversation and returns when nothing runs any more. What was heard is kept.
func (v *VoiceChat) Close() error {
	v.mu.Lock()
	v.closed = true
	v.mu.Unlock()
	v.end(utterance.ErrQuit)
	v.running.Wait()
	return nil
}

func (v *VoiceChat) mark() { v.o.Marks.Mark(changes.Change{Topic: changes.VoiceChat}) }

// set changes how things stand.
func (v *VoiceChat) set(change func(*Snapshot)) {
	v.mu.Lock()
	change(&v.now)
	v.mu.Unlock()
	v.mark()
}

// phase goes on to another phase.
func (v *VoiceChat) phase(p Phase) {
	if v.Snapshot().Phase != p {
		v.set(func(s *Snapshot) { s.Phase = p })
	}
}

// over and failed end a conversation.
func over(why EndReason) func(*Snapshot) {
	return func(s *Snapshot) { s.Phase, s.Ending = Over, why }
}

func (v *VoiceChat) failed(err error, canRetry bool) func(*Snapshot) {
	p := problem.From(err, "", v.o.Now())
	return func(s *Snapshot) { s.Phase, s.Problem, s.CanRetry = Failed, p, canRetry }
}
