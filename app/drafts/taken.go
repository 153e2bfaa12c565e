package drafts

import (
	"errors"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
)

// ErrAlreadyQueued means that a message is already queued and cannot be joined with another one,
// because they differ in the message they edit.
var ErrAlreadyQueued = errors.New("another message already waits to be sent")

// TakenMessage is a message taken from a draft for sending. It stays stored with the draft until
// Commit. Its holder must call Commit, GiveBack or Queue.
type TakenMessage struct {
	drafts  *Drafts
	entry   *entry
	draft   chat.Draft
	waiting bool
	// settled is closed when the message has been sent or given back.
	settled chan struct{}
}

// TakeAll takes the whole draft of a conversation, as modified by add, for sending: for example a
// spoken message together with the content of the message box.
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

// Draft returns the content of the message.
func (t *TakenMessage) Draft() chat.Draft { return t.draft }

// Conversation returns the conversation of the message; it changes if the draft moves to another
// one.
func (t *TakenMessage) Conversation() chat.ID {
	t.drafts.mu.Lock()
	defer t.drafts.mu.Unlock()
	return t.entry.id
}

// Commit calls store, which stores the message and, in the same transaction, the rest of the draft
// without it. into is the conversation of the message; if it differs from that of the draft, the
// rest moves there. On error nothing has changed, and the message must still be given back.
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
			rest.Joined = append(rest.Joined[:len(rest.Joined):len(rest.Joined)], history.DraftAddition{ID: e.beside})
		}
	}
	d.mu.Unlock()
	if err := store(rest); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	t.remove()
	e.disk = words{rest.Draft, rest.Shelved}
	e.savedEdits(version)
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

// GiveBack puts an unsent message back in front of the draft. why is reported to the user with the
// draft; nil if the caller reports it.
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

// Queue queues the message until the current reply is finished, joining it with a message already
// queued. On ErrAlreadyQueued it must still be given back.
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
		return ErrAlreadyQueued
	}
	w.draft = w.draft.Append(t.draft)
	t.remove()
	e.version++
	d.changed(e, true)
	return nil
}

// Next removes the queued message of a conversation for sending; nil if there is none.
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

// TakeBack moves the queued message of a conversation back to its draft. It reports whether there
// was one.
func (d *Drafts) TakeBack(conversation chat.ID) bool {
	t := d.Next(conversation)
	if t != nil {
		t.GiveBack(nil)
	}
	return t != nil
}

// Queued returns the queued message of a conversation.
func (d *Drafts) Queued(conversation chat.ID) (draft chat.Draft, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[conversation]; e != nil {
		if t := e.waiting(); t != nil {
			return t.draft, true
		}
	}
	return draft, false
}

// remove removes the message from the outbox.
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
