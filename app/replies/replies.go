package replies

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"parley/app/changes"
	"parley/app/chat"
	"parley/app/drafts"
	"parley/app/internal/wait"
)

// What a caller can do wrong.
var (
	// ErrNothingToSend: the draft has neither words nor attachments.
	ErrNothingToSend = errors.New("there is nothing to send")
	// ErrNoModel: neither the conversation nor the defaults name a model.
	ErrNoModel = errors.New("no model is chosen")
	// ErrBusy: a reply of this conversation is in flight, or a message waits for its end.
	ErrBusy = errors.New("a reply is being written")
	// ErrCannotContinue: the message is no reply that was cut off, was stopped or reached its longest length.
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
	// active is the flight of each conversation that has one, from before its question is stored until the end is.
	active map[chat.ID]*flight
	// held is the flight of each message that memory still knows better than the disk.
	held   map[chat.ID]*flight
	closed bool

	closing chan struct{}
	running sync.WaitGroup
}

// Snapshot is a reply in flight as it stands. It is a value that never changes.
type Snapshot struct {
	chat.Message
	// Quiet: for 10 s nothing has come.
	Quiet bool
}

// New makes the owner. It starts nothing.
func New(o Options) *Replies {
	o.SetDefaults()
	return &Replies{
		o:       o,
		active:  map[chat.ID]*flight{},
		held:    map[chat.ID]*flight{},
		closing: make(chan struct{}),
	}
}

// Active names the reply of a conversation that is being written, the first if there are several; false once it
// has ended, be it stored or not.
func (r *Replies) Active(conversation chat.ID) (reply chat.ID, ok bool) {
	r.mu.Lock()
	f := r.active[conversation]
	r.mu.Unlock()
	if f == nil || !f.begun() || f.ended() {
		return "", false
	}
	return f.ids()[0], true
}

// Writing names the conversations in which a reply is being written.
func (r *Replies) Writing() map[chat.ID]bool {
	r.mu.Lock()
	flights := maps.Clone(r.active)
	r.mu.Unlock()
	out := make(map[chat.ID]bool, len(flights))
	for id, f := range flights {
		if f.begun() && !f.ended() {
			out[id] = true
		}
	}
	return out
}

// Snapshot is a reply as memory knows it: from the moment its question is stored until its end is. false means
// that history knows it as well. While the disk does not take what came, Request.Trouble says so.
func (r *Replies) Snapshot(message chat.ID) (Snapshot, bool) {
	r.mu.Lock()
	f := r.held[message]
	r.mu.Unlock()
	if f == nil {
		return Snapshot{}, false
	}
	return f.snapshot(message)
}

// Stop ends the reply of a conversation. Snapshot says Stopped when this returns; the request ends and what came is
// stored in the background. A message that waits becomes a draft again.
func (r *Replies) Stop(conversation chat.ID) {
	r.mu.Lock()
	f := r.active[conversation]
	r.mu.Unlock()
	if f == nil || !f.begun() {
		return
	}
	f.stop(r.o.Now())
	r.markMessages(f)
}

// Flush writes what memory alone holds of the replies. With an error some of it is still not on disk. A reply that is being
// written goes on.
func (r *Replies) Flush() error {
	r.mu.Lock()
	flights := slices.Collect(maps.Values(r.held))
	r.mu.Unlock()
	var errs []error
	for i, f := range flights {
		if slices.Contains(flights[:i], f) {
			continue // it is there once for each of its replies
		}
		if !f.ended() {
			errs = append(errs, r.flush(f))
			continue
		}
		err := r.store(f)
		if err == nil {
			r.forget(f)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Close ends all replies, keeps what came as interrupted, and waits until it is stored or ctx ends. The
// error tells that something is not stored. Afterwards nothing can be sent.
func (r *Replies) Close(ctx context.Context) error {
	r.mu.Lock()
	if !r.closed {
		r.closed = true
		close(r.closing)
	}
	flights := make([]*flight, 0, len(r.active))
	for _, f := range r.active {
		flights = append(flights, f)
	}
	r.mu.Unlock()
	for _, f := range flights {
		if f.begun() {
			f.end(interrupted(), r.o.Now())
		}
	}
	if err := wait.For(ctx, &r.running); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var errs []error
	for id, f := range r.held {
		errs = append(errs, f.unsaved(id))
	}
	return errors.Join(errs...)
}

// reserve takes the place of a conversation's reply before its question is stored. It waits for one that has ended
// and is being stored. With a message, a reply in flight makes it wait in the queue instead.
func (r *Replies) reserve(ctx context.Context, conversation chat.ID, message *drafts.Taken, target *chat.Target) (f *flight, queued bool, err error) {
	for {
		r.mu.Lock()
		if r.closed {
			r.mu.Unlock()
			return nil, false, ErrClosed
		}
		other := r.active[conversation]
		switch {
		case other == nil:
			f = newFlight(conversation, target)
			r.active[conversation] = f
			r.running.Add(1)
			r.mu.Unlock()
			return f, false, nil
		case other.ended():
			r.mu.Unlock()
			select {
			case <-other.landed:
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
func (r *Replies) release(f *flight) {
	close(f.landed)
	r.leave(f)
	r.running.Done()
}

// leave frees the place of a flight. What waits for it is a draft again.
func (r *Replies) leave(f *flight) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.active[f.conversation] == f {
		delete(r.active, f.conversation)
	}
	r.o.Queue.TakeBack(f.conversation)
}

func (r *Replies) markMessages(f *flight) {
	for _, id := range f.ids() {
		r.o.Marks.Mark(changes.Change{Topic: changes.Message, ID: string(id)})
	}
}

// markAll marks everything that the start or the end of a reply changes.
func (r *Replies) markAll(f *flight) {
	r.markMessages(f)
	r.o.Marks.Mark(
		changes.Change{Topic: changes.Thread, ID: string(f.conversation)},
		changes.Change{Topic: changes.Conversations, ID: string(f.conversation)},
	)
}
