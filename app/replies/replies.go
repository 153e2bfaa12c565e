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

// What a caller can do wrong.
var (
	// ErrNothingToSend: the draft has neither words nor attachments.
	ErrNothingToSend = errors.New("there is nothing to send")
	// ErrNoModel: neither the conversation nor the defaults name a model.
	ErrNoModel = errors.New("no model is chosen")
	// ErrBusy: a reply of this conversation is in flight, or a message waits for its end.
	ErrBusy = errors.New("a reply is being written")
	// ErrCannotContinue: the message is no reply that was cut off, was stopped or reached its
	// longest length.
	ErrCannotContinue = errors.New("this reply cannot be continued")
	// ErrNoReply: the message is not part of a question and its reply.
	ErrNoReply = errors.New("this message has no question")
	// ErrClosed: Close was called.
	ErrClosed = errors.New("replies are closed")
)

// Replies is the owner of replies in flight. Use New; end with Close.
type Replies struct {
	o Options

	mu sync.Mutex
	// active is the turn of each conversation that has one, from before its question is stored
	// until the end is.
	active map[chat.ID]*turn
	// unsaved are the turns whose latest content is not on disk yet, by message.
	unsaved map[chat.ID]*turn
	closed  bool

	closing chan struct{}
	running sync.WaitGroup
}

// Snapshot is a reply in flight as it stands. It is a value that never changes.
type Snapshot struct {
	chat.Message
	// Quiet: for 10 s nothing has come.
	Quiet bool
	// Asking: the user is asked whether a tool may run.
	Asking bool
}

// New makes the owner. It starts nothing.
func New(o Options) *Replies {
	o.SetDefaults()
	return &Replies{
		o:       o,
		active:  map[chat.ID]*turn{},
		unsaved: map[chat.ID]*turn{},
		closing: make(chan struct{}),
	}
}

// Active names the reply of a conversation that is being written, the first if there are several;
// false once it has ended, be it stored or not.
func (r *Replies) Active(conversation chat.ID) (reply chat.ID, ok bool) {
	r.mu.Lock()
	t := r.active[conversation]
	r.mu.Unlock()
	if t == nil || !t.begun() || t.ended() {
		return "", false
	}
	return t.ids()[0], true
}

// Writing names the conversations in which a reply is being written. One that waits for the user is
// not.
func (r *Replies) Writing() map[chat.ID]bool { return r.conversations(false) }

// Asking names the conversations in which the user is asked whether a tool may run.
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

// Snapshot is a reply as memory knows it: from the moment its question is stored until its end is.
// false means that history knows it as well. While the disk does not take what came,
// Request.Problem says so.
func (r *Replies) Snapshot(message chat.ID) (Snapshot, bool) {
	r.mu.Lock()
	t := r.unsaved[message]
	r.mu.Unlock()
	if t == nil {
		return Snapshot{}, false
	}
	return t.snapshot(message)
}

// Stop ends the reply of a conversation. Snapshot says Stopped when this returns; the request ends
// and what came is stored in the background. A message that waits becomes a draft again.
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

// Flush writes what memory alone holds of the replies. With an error some of it is still not on
// disk. A reply that is being written goes on.
func (r *Replies) Flush() error {
	r.mu.Lock()
	turns := slices.Collect(maps.Values(r.unsaved))
	r.mu.Unlock()
	var errs []error
	for i, t := range turns {
		if slices.Contains(turns[:i], t) {
			continue // it is there once for each of its replies
		}
		if !t.ended() {
			errs = append(errs, r.flush(t))
			continue
		}
		err := r.store(t)
		if err == nil {
			r.forget(t)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Close ends all replies, keeps what came as interrupted, and waits until it is stored or ctx ends.
// The error tells that something is not stored. Afterwards nothing can be sent.
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
	if err := owner.Wait(ctx, &r.running); err != nil {
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

// reserve takes the place of a conversation's reply before its question is stored. It waits for one
// that has ended and is being stored. With a message, a reply in flight makes it wait in the queue
// instead.
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
		defer r.mu.Unlock() // what waits is looked for with it held
		if message == nil {
			return nil, false, ErrBusy
		}
		if err = message.Queue(); err == nil {
			other.waiting = target
		}
		return nil, true, err
	}
}

// release gives the place up again when nothing was begun.
func (r *Replies) release(t *turn) {
	close(t.persisted)
	r.leave(t)
	r.running.Done()
}

// leave frees the place of a turn. What waits for it is a draft again.
func (r *Replies) leave(t *turn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.active[t.conversation] == t {
		delete(r.active, t.conversation)
	}
	r.o.Queue.TakeBack(t.conversation)
}

func (r *Replies) markMessages(t *turn) {
	for _, id := range t.ids() {
		r.o.Marks.Mark(changes.Change{Topic: changes.Message, ID: string(id)})
	}
}

// markAll marks everything that the start or the end of a reply changes.
func (r *Replies) markAll(t *turn) {
	r.markMessages(t)
	r.o.Marks.Mark(
		changes.Change{Topic: changes.Thread, ID: string(t.conversation)},
		changes.Change{Topic: changes.Conversations, ID: string(t.conversation)},
	)
}
