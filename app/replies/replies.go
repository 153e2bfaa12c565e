package replies

import (
	"context"
	"errors"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/problem"
)

// Replies owns the replies in flight. Create it with New and end it with Close.
type Replies struct {
	o Options
	// turns has the current turn of each conversation.
	turns reservations
	// live are the turns whose latest content is not on disk yet.
	live liveReplies
	// reader reads messages from live and from disk.
	reader messageReader

	// closing is closed by Close.
	closing chan struct{}
	// running counts the goroutines and the reserved turns.
	running owner.Goroutines
}

// New returns an idle Replies.
func New(o Options) *Replies {
	o.SetDefaults()
	r := &Replies{o: o, closing: make(chan struct{})}
	r.turns.o, r.turns.running, r.turns.turns = &r.o, &r.running, map[chat.ID]*turn{}
	r.live.turns = map[chat.ID]*turn{}
	r.reader = messageReader{history: o.History, live: &r.live}
	return r
}

// Active returns the reply being received in a conversation, the first if there are several. ok is
// false once the reply has ended, whether stored or not.
func (r *Replies) Active(conversation chat.ID) (reply chat.ID, ok bool) {
	t := r.turns.turn(conversation)
	if t == nil || !t.isActive() {
		return "", false
	}
	return t.state.ids()[0], true
}

// Writing returns the conversations with a reply being received, except those that wait for the
// user.
func (r *Replies) Writing() map[chat.ID]bool { return r.conversations(false) }

// Asking returns the conversations in which the user is being asked whether a tool may run.
func (r *Replies) Asking() map[chat.ID]bool { return r.conversations(true) }

func (r *Replies) conversations(asking bool) map[chat.ID]bool {
	turns := r.turns.all()
	out := make(map[chat.ID]bool, len(turns))
	for id, t := range turns {
		if t.isActive() && t.state.waitsForUser() == asking {
			out[id] = true
		}
	}
	return out
}

// Snapshot returns a reply from memory, from when its question is stored until its end is stored;
// afterwards ok is false and history has the reply. Request.Problem reports a disk that refuses
// text.
func (r *Replies) Snapshot(message chat.ID) (Snapshot, bool) { return r.live.snapshot(message) }

// ReplaceLive replaces stored messages by their replies in flight, which are newer, but keeps the
// stored positions among siblings.
func (r *Replies) ReplaceLive(stored []chat.Message) { r.live.replace(stored) }

// Flush writes the unsaved text of all replies. An error means that some text, or the end of a
// reply, is still not on disk. Replies in flight continue.
func (r *Replies) Flush() error {
	var errs []error
	active := false
	for _, t := range r.live.all() {
		if !t.state.ended() {
			active = true
			// Write the request again: a reply that is still waiting has nothing else to write, so
			// that a full disk would not be noticed.
			t.state.requestNotWritten()
		}
		errs = append(errs, t.writer.write())
	}
	if active {
		errs = append(errs, r.o.History.CheckSpace())
	}
	return errors.Join(errs...)
}

// Close ends all replies, stores their text as interrupted, and waits until that is done or ctx
// ends. An error means that some text is not stored. Nothing can be sent afterwards.
func (r *Replies) Close(ctx context.Context) error {
	turns, first := r.turns.close()
	if first {
		close(r.closing)
	}
	for _, t := range turns {
		if t.begun() {
			t.state.end(interrupted(), r.o.Now())
		}
	}
	if err := r.running.Wait(ctx); err != nil {
		return err
	}
	var errs []error
	for _, t := range r.live.all() {
		errs = append(errs, t.state.writeError())
	}
	return errors.Join(errs...)
}

// interrupted returns the problem of a reply cut off by the end of the program.
func interrupted() error { return problem.Problem{Kind: problem.Interrupted} }

// markAll marks all objects that change at the start or end of a turn.
func (r *Replies) markAll(t *turn) {
	t.state.markMessages()
	r.o.Marks.Mark(
		changes.Change{Topic: changes.Thread, ID: string(t.plan.conversation)},
		changes.Change{Topic: changes.Conversations, ID: string(t.plan.conversation)},
	)
}
