package replies

import (
	"context"
	"maps"
	"sync"

	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/app/owner"
)

// reservations reserves each conversation for one turn at a time. It is safe for concurrent use. It
// holds no lock during calls of the message queue; turn.queuing and turn.leaving order these calls.
type reservations struct {
	o *Options
	// running counts the turns, from reserve until leave.
	running *owner.Goroutines

	mu     sync.Mutex
	turns  map[chat.ID]*turn
	closed bool
}

// reserve reserves a conversation for a new turn. It waits for a turn that has ended and is being
// stored. If another turn is in flight, message is queued behind it; if message is nil, the error
// is ErrBusy.
func (r *reservations) reserve(ctx context.Context, conversation chat.ID, message *drafts.TakenMessage, target *chat.Target) (t *turn, queued bool, err error) {
	for {
		r.mu.Lock()
		other := r.turns[conversation]
		switch {
		case r.closed:
			r.mu.Unlock()
			return nil, false, ErrClosed
		case other == nil:
			t = r.add(conversation, target)
			r.mu.Unlock()
			return t, false, nil
		case other.leaving || other.state.ended():
			r.mu.Unlock()
			select {
			case <-other.left:
			case <-ctx.Done():
				return nil, false, ctx.Err()
			}
		case message == nil:
			r.mu.Unlock()
			return nil, false, ErrBusy
		default:
			other.queuing.Add(1) // leave waits until the message is queued
			r.mu.Unlock()
			message.Queue(target)
			other.queuing.Done()
			return nil, true, nil
		}
	}
}

// add reserves a conversation for a new turn. The caller must hold mu.
func (r *reservations) add(conversation chat.ID, target *chat.Target) *turn {
	t := newTurn(conversation, target, r.o)
	t.counted = r.running.Add("turn")
	r.turns[conversation] = t
	return t
}

// start marks a turn as begun. It reports false if Close was called while the question was stored;
// then the turn must end.
func (r *reservations) start(t *turn) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(t.started)
	return !r.closed
}

// leave ends the reservation of a turn. If the turn ended well, leave returns the first message
// queued behind it, with a turn reserved for that message; otherwise it pauses all queued messages
// with the reason pause.
func (r *reservations) leave(t *turn, pause drafts.PauseReason) (message *drafts.TakenMessage, next *turn) {
	defer t.counted()
	defer close(t.left)
	conversation := t.plan.conversation
	r.mu.Lock()
	t.leaving = true
	closed := r.closed
	r.mu.Unlock()
	t.queuing.Wait()
	switch {
	case closed: // the next start of the program pauses the messages
	case pause != drafts.NotPaused:
		r.o.Queue.Pause(conversation, pause)
	default:
		message = r.o.Queue.Next(conversation)
	}
	r.mu.Lock()
	if message != nil && !r.closed {
		next = r.add(conversation, message.Target())
		next.plan.queued = true
	} else {
		delete(r.turns, conversation)
	}
	r.mu.Unlock()
	if message != nil && next == nil {
		message.GiveBack(nil)
	}
	return message, next
}

// turn returns the turn of a conversation, nil if there is none.
func (r *reservations) turn(conversation chat.ID) *turn {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.turns[conversation]
}

// all returns the turns by conversation.
func (r *reservations) all() map[chat.ID]*turn {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.turns)
}

// close makes reserve fail from now on. It returns the turns by conversation, and whether this is
// the first call.
func (r *reservations) close() (turns map[chat.ID]*turn, first bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	first, r.closed = !r.closed, true
	return maps.Clone(r.turns), first
}
