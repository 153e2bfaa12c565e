package replies

import (
	"time"

	"parlando/app/chat"
)

// Stop stops the reply of a conversation. When Stop returns, Snapshot reports Stopped; the request
// is canceled and the text stored in the background. Queued messages are paused.
func (r *Replies) Stop(conversation chat.ID) {
	if t := r.turns.turn(conversation); t != nil && t.begun() {
		t.state.stop(r.o.Now())
	}
}

// stop ends all replies at the user's request and cancels the request.
func (s *turnState) stop(now time.Time) {
	s.finish(func(p *reply) { p.Stop(now) })
}

// Stop ends the reply at the user's request.
func (r *reply) Stop(now time.Time) {
	if r.message.State.Ended() {
		return
	}
	for _, c := range openCalls(r.Message().Parts) {
		r.toolResult(chat.ToolResult{Call: c.ID, State: chat.ToolCanceled})
	}
	r.message.State = chat.Stopped
	r.requestEnded(now)
}
