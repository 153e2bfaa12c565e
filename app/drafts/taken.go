package drafts

import (
	"slices"

	"parlando/app/chat"
	"parlando/app/history"
)

// TakenMessage is a message taken from a draft or from the queue for sending. It stays on disk as
// unsent until Commit. The caller must call Commit, GiveBack or Queue.
type TakenMessage struct {
	drafts *Drafts
	entry  *entry
	draft  chat.Draft
	// id is the ID in the queue, "" if the message is not queued. place is the ID to use when it is
	// queued, "" for a new one at the end. stored reports that the message's row is on disk,
	// damaged that part of the row cannot be read.
	id, place       chat.ID
	stored, damaged bool
	target          *chat.Target
	// beside reports that the message stood in no message box; GiveBack puts it behind the draft.
	beside bool
	// waiting reports that the message is not being sent, paused is the reason
	// why it waits for the user.
	waiting bool
	paused  PauseReason
	// settled is closed when the message leaves the outbox or the queue.
	settled chan struct{}
}

// TakeNew takes a message that stood in no message box, such as a spoken one, for sending. The
// draft of the conversation stays.
func (d *Drafts) TakeNew(conversation chat.ID, message chat.Draft) *TakenMessage {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entry(conversation)
	t := &TakenMessage{drafts: d, entry: e, draft: message, beside: true, settled: make(chan struct{})}
	e.outbox = append(e.outbox, t)
	e.version++
	d.changed(e, true)
	return t
}

func (d *Drafts) take(e *entry, draft chat.Draft) *TakenMessage {
	t := &TakenMessage{drafts: d, entry: e, draft: draft, place: e.place, settled: make(chan struct{})}
	e.place = ""
	e.outbox = append(e.outbox, t)
	return t
}

// Draft returns the content of the message.
func (t *TakenMessage) Draft() chat.Draft { return t.draft }

// Conversation returns the conversation of the message, which changes if the draft moves.
func (t *TakenMessage) Conversation() chat.ID {
	t.drafts.mu.Lock()
	defer t.drafts.mu.Unlock()
	return t.entry.id
}

// Commit calls store, which must store the message and, in the same transaction, the rest of the
// draft. into is the conversation of the message; the rest of the draft moves there. On error
// nothing has changed, and the caller must still call GiveBack or Queue.
func (t *TakenMessage) Commit(into chat.ID, store func(rest history.UnsentChange) error) error {
	d, e := t.drafts, t.entry
	if err := d.before(e); err != nil {
		return err
	}
	d.disk.Lock()
	defer d.disk.Unlock()
	d.mu.Lock()
	rest, version, unqueued := e.change(t), e.version, len(e.unqueued)
	rest.Conversation = into
	if rest.Moved = into != e.stored; rest.Moved {
		rest.From = e.stored
	}
	if rest.Moved || e.unread != nil {
		rest.Unread, rest.Beside = !e.read, ""
		if !e.read { // move the separately stored row, too
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
	e.savedQueue(rest.Queued, unqueued)
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

// GiveBack puts an unsent message back in front of the draft (one of TakeNew behind it), or pauses
// it in the queue.
// Snapshot.NotSent reports why to the user; nil if the caller does.
func (t *TakenMessage) GiveBack(why error) {
	t.drafts.mu.Lock()
	defer t.drafts.mu.Unlock()
	t.giveBack(why)
}

func (t *TakenMessage) giveBack(why error) {
	d, e := t.drafts, t.entry
	if t.id != "" {
		t.waiting, t.paused = true, NotSent
	} else {
		t.remove()
		back := words.front
		if t.beside {
			back = words.back
		}
		e.join(func(w words) words { return back(w, t.draft) })
	}
	if why != nil {
		e.notSent = why
	}
	d.changed(e, true)
}

// remove removes the message from the outbox or the queue.
func (t *TakenMessage) remove() {
	for _, list := range []*[]*TakenMessage{&t.entry.outbox, &t.entry.queue} {
		if i := slices.Index(*list, t); i >= 0 {
			*list = slices.Concat((*list)[:i], (*list)[i+1:])
			close(t.settled)
		}
	}
}
