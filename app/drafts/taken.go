package drafts

import (
	"errors"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
)

// ErrWaiting means that a message that edits another one already waits to be sent.
var ErrWaiting = errors.New("another message already waits to be sent")

// TakenMessage is a message on its way out of a draft. It stays stored there until Commit; whoever
// has it calls that, GiveBack or Queue.
type TakenMessage struct {
	drafts  *Drafts
	entry   *entry
	draft   chat.Draft
	waiting bool
	// settled is closed when it is sent or given back.
	settled chan struct{}
}

// TakeAll takes all that stands in the draft of a conversation, as add changes it, to be sent: what
// was said aloud, with what stands in the message box.
func (d *Drafts) TakeAll(conversation chat.ID, add func(chat.Draft) chat.Draft) *TakenMessage {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entry(conversation)
	t := d.take(e, add(e.draft))
	e.replace(words{draft: e.shelved})
	d.changed(e, true)
	return t
}

func (d *Drafts) take(e *entry, draft chat.Draft) *TakenMessage {
	t := &TakenMessage{drafts: d, entry: e, draft: draft, settled: make(chan struct{})}
	e.outbox = append(e.outbox, t)
	return t
}

// Draft is the message.
func (t *TakenMessage) Draft() chat.Draft { return t.draft }

// Conversation is the one it was taken from, or has been moved to since.
func (t *TakenMessage) Conversation() chat.ID {
	t.drafts.mu.Lock()
	defer t.drafts.mu.Unlock()
	return t.entry.id
}

// Commit calls store, which stores the message and, in the same transaction, the rest of the draft:
// what is unsent without it. into is the conversation of the message; where it is not the one of
// the draft, the rest becomes that of into. With an error nothing has changed, and the message is
// still to be given back.
func (t *TakenMessage) Commit(into chat.ID, store func(rest history.UnsentChange) error) error {
	d, e := t.drafts, t.entry
	if err := d.before(e); err != nil {
		return err
	}
	d.disk.Lock()
	defer d.disk.Unlock()
	d.mu.Lock()
	rest, version := e.change(t), e.version
	rest.Conversation = into
	if rest.Moved = into != e.stored; rest.Moved {
		rest.From = e.stored
	}
	if rest.Moved || e.unread != nil {
		rest.Unread, rest.Beside = !e.read, ""
		if !e.read { // what was stored beside goes with it
			rest.Joined = append(rest.Joined[:len(rest.Joined):len(rest.Joined)], history.Addition{ID: e.beside})
		}
	}
	d.mu.Unlock()
	if err := store(rest); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	t.remove()
	e.version++
	if version == e.version-1 {
		e.saved = e.version
	}
	e.joined, e.becomes, e.after, e.stored = nil, nil, nil, into
	if rest.Beside == "" {
		e.read, e.unread, e.beside = true, nil, chat.NewID()
	}
	if e.id != into {
		d.move(e, into)
	}
	d.changed(e, true)
	d.release(e)
	return nil
}

// GiveBack puts the message in front of the draft again: it was not sent. why is told to the user
// by whoever shows the draft; nil if the caller does so.
func (t *TakenMessage) GiveBack(why error) {
	t.drafts.mu.Lock()
	defer t.drafts.mu.Unlock()
	t.giveBack(why)
}

func (t *TakenMessage) giveBack(why error) {
	d, e := t.drafts, t.entry
	t.remove()
	e.join(func(w words) words { return w.front(t.draft) })
	if why != nil {
		e.notSent = why
	}
	d.changed(e, true)
}

// Queue has the message wait for the reply that is being written, behind what waits already. With
// ErrWaiting it is still to be given back.
func (t *TakenMessage) Queue() error {
	d, e := t.drafts, t.entry
	d.mu.Lock()
	defer d.mu.Unlock()
	w := e.waiting()
	switch {
	case w == nil:
		t.waiting = true
		d.o.Marks.Mark(changes.Change{Topic: changes.Draft, ID: string(e.id)})
		return nil
	case w.draft.Edits != t.draft.Edits:
		return ErrWaiting
	}
	w.draft = w.draft.Then(t.draft)
	t.remove()
	e.version++
	d.changed(e, true)
	return nil
}

// Next takes the message that waits in a conversation out of the queue, to be sent; nil if none
// does.
func (d *Drafts) Next(conversation chat.ID) *TakenMessage {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entries[conversation]
	if e == nil {
		return nil
	}
	t := e.waiting()
	if t != nil {
		t.waiting = false
		d.o.Marks.Mark(changes.Change{Topic: changes.Draft, ID: string(e.id)})
	}
	return t
}

// TakeBack gives the message that waits in a conversation back to its draft. It reports whether
// there was one.
func (d *Drafts) TakeBack(conversation chat.ID) bool {
	t := d.Next(conversation)
	if t != nil {
		t.GiveBack(nil)
	}
	return t != nil
}

// Waiting is the message that waits in a conversation.
func (d *Drafts) Waiting(conversation chat.ID) (draft chat.Draft, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[conversation]; e != nil {
		if t := e.waiting(); t != nil {
			return t.draft, true
		}
	}
	return draft, false
}

// remove takes it out of the outbox.
func (t *TakenMessage) remove() {
	e := t.entry
	for i, other := range e.outbox {
		if other == t {
			e.outbox = append(e.outbox[:i:i], e.outbox[i+1:]...)
			close(t.settled)
			return
		}
	}
}
