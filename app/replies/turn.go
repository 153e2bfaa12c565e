package replies

import (
	"sync"

	"parlando/app/chat"
)

// turn is one message of the user and all requests until the model has answered in text: one, and
// another after each round of tool calls. It reserves its conversation from before the question is
// stored until the end of the replies is stored.
type turn struct {
	plan   turnPlan
	state  *turnState
	writer *turnWriter
	// started is closed when the question and the empty replies are stored. Before, state has no
	// replies.
	started chan struct{}

	// queuing counts the messages being queued behind the turn. leaving reports that no more may be
	// queued. Both are guarded by the lock of reservations.
	queuing sync.WaitGroup
	leaving bool
	// left is closed when the conversation is free or reserved by the next turn.
	left chan struct{}
	// counted ends the count of the turn in Replies.running.
	counted func()
}

func newTurn(conversation chat.ID, target *chat.Target, o *Options) *turn {
	s := newTurnState(o.Marks)
	return &turn{
		plan:    turnPlan{conversation: conversation, target: target},
		state:   s,
		writer:  newTurnWriter(s, o),
		started: make(chan struct{}),
		left:    make(chan struct{}),
	}
}

// begun reports whether the question and the empty replies are stored.
func (t *turn) begun() bool { return closed(t.started) }

// isActive reports whether a reply is being received or waits for the user.
func (t *turn) isActive() bool { return t.begun() && !t.state.ended() }
