package replies

import (
	"context"

	"parlando/app/chat"
	"parlando/app/drafts"
)

// release gives up a reserved turn that was not started. Messages queued behind it are paused.
func (r *Replies) release(t *turn) { r.turns.leave(t, drafts.NotSent) }

// next frees the conversation after a turn; err is the error of storing its end. It sends the next
// queued message, or pauses all; if none are queued, it requests the next missing reply.
func (r *Replies) next(t *turn, err error) {
	pause := drafts.NotPaused
	switch state := t.state.worst(); {
	case err != nil:
		pause = drafts.ReplyFailed
	case state == chat.Stopped:
		pause = drafts.ReplyStopped
	case state != chat.Done:
		pause = drafts.ReplyFailed
	}
	message, next := r.turns.leave(t, pause)
	switch {
	case next != nil:
		if err := r.send(context.Background(), next, message); err != nil {
			r.o.Log.Warn("A queued message could not be sent", "error", err)
			r.release(next)
			message.GiveBack(err)
		}
	case t.plan.siblings > 0 && pause == drafts.NotPaused:
		r.requestNextMissing(t)
	}
}
