package replies

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/app/owner"
)

// The errors of wrong calls.
var (
	// ErrNothingToSend reports that the draft has neither text nor attachments.
	ErrNothingToSend = errors.New("there is nothing to send")
	// ErrNoModel reports that neither the conversation nor the defaults name a model.
	ErrNoModel = errors.New("no model is chosen")
	// ErrBusy reports that a reply of this conversation is in flight.
	ErrBusy = errors.New("a reply is being written")
	// ErrCannotContinue reports that the message is not a reply that was cut off, was stopped or
	// reached its maximum length, or that it has no room for more.
	ErrCannotContinue = errors.New("this reply cannot be continued")
	// ErrNoReply reports that the message is not part of a question and its reply.
	ErrNoReply = errors.New("this message has no question")
	// ErrClosed reports a call after Close.
	ErrClosed = errors.New("replies are closed")
)

// Replies owns the replies in flight. Create it with New and end it with Close.
type Replies struct {
	o Options

	mu sync.Mutex
	// active holds the turn of each conversation that has one, from before its question is stored
	// until its end is.
	active map[chat.ID]*turn
	// unsaved holds the turns whose latest content is not on disk yet, by message.
	unsaved map[chat.ID]*turn
	closed  bool

	closing chan struct{}
	running sync.WaitGroup
}

// Snapshot is the state of a reply in flight. It never changes.
type Snapshot struct {
	chat.Message
	// Quiet reports that nothing has arrived for 10 s.
	Quiet bool
	// Asking reports that the user is being asked whether a tool may run.
	Asking bool
}

// New returns an idle Replies.
func New(o Options) *Replies {
	o.SetDefaults()
	return &Replies{
		o:       o,
		active:  map[chat.ID]*turn{},
		unsaved: map[chat.ID]*turn{},
		closing: make(chan struct{}),
	}
}

// Active returns the reply being received in a conversation, the first if there are several. ok is
// false once it has ended, stored or not.
func (r *Replies) Active(conversation chat.ID) (reply chat.ID, ok bool) {
	r.mu.Lock()
	t := r.active[conversation]
	r.mu.Unlock()
	if t == nil || !t.begun() || t.ended() {
		return "", false
	}
	return t.ids()[0], true
}

// Writing returns the conversations with a reply being received. Those that wait for the user are
// not included.
func (r *Replies) Writing() map[chat.ID]bool { return r.conversations(false) }

// Asking returns the conversations in which the user is being asked whether a tool may run.
func (r *Replies) Asking() map[chat.ID]bool { return r.conversations(true) }

func (r *Replies) conversations(asking bool) map[chat.ID]bool {
	r.mu.Lock()
	turns := maps.Clone(r.active)
	r.mu.Unlock()
	out := make(map[chat.ID]bool, len(turns))
	for id, t := range turns {
		if t.begun() && !t.ended() && t.waitsForUser() == asking {
			out[id] = true
		}
	}
	return out
}

// Snapshot returns a reply from memory, from when its question is stored until its end is stored;
// then ok is false and history has it. If the disk refuses the text, Request.Problem reports it.
func (r *Replies) Snapshot(message chat.ID) (Snapshot, bool) {
	r.mu.Lock()
	t := r.unsaved[message]
	r.mu.Unlock()
	if t == nil {
		return Snapshot{}, false
	}
	return t.snapshot(message)
}

// Stop stops the reply of a conversation. Snapshot reports Stopped when this returns; the request
// is canceled and the text stored in the background. Queued messages are paused.
func (r *Replies) Stop(conversation chat.ID) {
	r.mu.Lock()
	t := r.active[conversation]
	r.mu.Unlock()
	if t == nil || !t.begun() {
		return
	}
	t.stop(r.o.Now())
	r.markMessages(t)
}

// Flush writes the unsaved text of all replies. On error some of it is still not on disk, or the
// end of a reply could not be stored. Replies in flight continue.
func (r *Replies) Flush() error {
	r.mu.Lock()
	turns := slices.Collect(maps.Values(r.unsaved))
	r.mu.Unlock()
	var errs []error
	live := false
	for i, t := range turns {
		if slices.Contains(turns[:i], t) {
			continue // a turn is listed once for each of its replies
		}
		if !t.ended() {
			live = true
			// a reply that waits has nothing to write, and a full disk would not be noticed
			t.storeRequestAgain()
			err := r.flush(t)
			if err != nil {
				t.wake() // the retry clears the problem when it succeeds
			}
			errs = append(errs, err)
			continue
		}
		err := r.store(t)
		if err == nil {
			r.forget(t)
		}
		errs = append(errs, err)
	}
	if live {
		errs = append(errs, r.o.History.CheckSpace())
	}
	return errors.Join(errs...)
}

// Close ends all replies, stores their text as interrupted, and waits for that until ctx ends. An
// error means that something is not stored. Nothing can be sent afterwards.
func (r *Replies) Close(ctx context.Context) error {
	r.mu.Lock()
	if !r.closed {
		r.closed = true
		close(r.closing)
	}
	turns := make([]*turn, 0, len(r.active))
	for _, t := range r.active {
		turns = append(turns, t)
	}
	r.mu.Unlock()
	for _, t := range turns {
		if t.begun() {
			t.end(interrupted(), r.o.Now())
		}
	}
	if err := owner.WaitGroup(ctx, &r.running); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var errs []error
	for id, t := range r.unsaved {
		errs = append(errs, t.unsaved(id))
	}
	return errors.Join(errs...)
}

// reserve reserves the turn of a conversation before its question is stored. It waits for a reply
// that has ended and is being stored. If a reply is in flight and message is not nil, the message
// is queued instead.
func (r *Replies) reserve(ctx context.Context, conversation chat.ID, message *drafts.TakenMessage, target *chat.Target) (t *turn, queued bool, err error) {
	for {
		r.mu.Lock()
		if r.closed {
			r.mu.Unlock()
			return nil, false, ErrClosed
		}
		other := r.active[conversation]
		switch {
		case other == nil:
			t = newTurn(conversation, target)
			r.active[conversation] = t
			r.running.Add(1)
			r.mu.Unlock()
			return t, false, nil
		case other.ended():
			r.mu.Unlock()
			select {
			case <-other.persisted:
				continue
			case <-ctx.Done():
				return nil, false, ctx.Err()
			}
		}
		defer r.mu.Unlock() // queue under mu, so that the end of the reply finds the message
		if message == nil {
			return nil, false, ErrBusy
		}
		message.Queue(target)
		return nil, true, nil
	}
}

// release gives up a reserved turn that was not started.
func (r *Replies) release(t *turn) {
	close(t.persisted)
	r.leave(t)
	r.running.Done()
}

// leave frees the conversation for its next turn. Queued messages are paused.
func (r *Replies) leave(t *turn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.active[t.conversation] == t {
		delete(r.active, t.conversation)
	}
	r.o.Queue.Pause(t.conversation, drafts.NotSent)
}

func (r *Replies) markMessages(t *turn) {
	for _, id := range t.ids() {
		r.o.Marks.Mark(changes.Change{Topic: changes.Message, ID: string(id)})
	}
}

// markAll marks everything that changes at the start or end of a reply.
func (r *Replies) markAll(t *turn) {
	r.markMessages(t)
	r.o.Marks.Mark(
		changes.Change{Topic: changes.Thread, ID: string(t.conversation)},
		changes.Change{Topic: changes.Conversations, ID: string(t.conversation)},
	)
}
