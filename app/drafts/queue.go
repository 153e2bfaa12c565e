package drafts

import (
	"cmp"
	"slices"
	"strings"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/history"
)

// QueuedMessage is a message to be sent after the current reply and earlier queued messages.
type QueuedMessage struct {
	ID    chat.ID
	Draft chat.Draft
	// Paused is the reason why the message waits for the user, NotPaused if it does not.
	Paused PauseReason
}

// PauseReason is the reason why a queued message waits for the user.
type PauseReason string

// The reasons. NotPaused means that the message is not paused.
const (
	NotPaused    PauseReason = ""
	ReplyFailed  PauseReason = "failed"
	ReplyStopped PauseReason = "stopped"
	// NotSent: the message or one before it could not be sent.
	NotSent PauseReason = "not sent"
	// Restarted: Parlando was closed while the message was queued.
	Restarted PauseReason = "restarted"
)

// Queue queues the message for target until the current reply is finished; a nil target means the
// conversation's own. A message taken out with EditQueued returns to its position in the queue.
func (t *TakenMessage) Queue(target *chat.Target) {
	d, e := t.drafts, t.entry
	d.mu.Lock()
	defer d.mu.Unlock()
	t.remove()
	t.id, t.target, t.waiting = cmp.Or(t.id, t.place, chat.NewID()), target, true
	t.settled = make(chan struct{})
	e.enqueue(t)
	e.version++
	d.changed(e, true)
}

// Target returns the target given to Queue.
func (t *TakenMessage) Target() *chat.Target { return t.target }

// Next takes the first queued message of a conversation that is not paused, for sending; nil if
// there is none. The message stays in the queue until Commit.
func (d *Drafts) Next(conversation chat.ID) *TakenMessage {
	return d.next(conversation, func(*TakenMessage) {})
}

// Resume unpauses all queued messages of a conversation and takes the first one for sending. All
// are sent to target, each with its own answer form.
func (d *Drafts) Resume(conversation chat.ID, target *chat.Target) *TakenMessage {
	return d.next(conversation, func(t *TakenMessage) {
		t.paused = NotPaused
		if own := t.target; own != nil && target != nil {
			to := *target
			to.Params.Answer = own.Params.Answer
			t.target = &to
			return
		}
		t.target = target
	})
}

func (d *Drafts) next(conversation chat.ID, before func(*TakenMessage)) *TakenMessage {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entries[conversation]
	if e == nil {
		return nil
	}
	for _, t := range e.queue {
		before(t)
	}
	i := slices.IndexFunc(e.queue, func(t *TakenMessage) bool { return t.waiting && t.paused == NotPaused })
	if i < 0 {
		return nil
	}
	e.queue[i].waiting = false
	d.o.Marks.Mark(changes.Change{Topic: changes.Draft, ID: string(e.id)})
	return e.queue[i]
}

// Pause pauses all queued messages of a conversation. Messages that are already paused keep their
// reason.
func (d *Drafts) Pause(conversation chat.ID, why PauseReason) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entries[conversation]
	if e == nil || len(e.queue) == 0 {
		return
	}
	for _, t := range e.queue {
		t.paused = cmp.Or(t.paused, why)
	}
	d.o.Marks.Mark(changes.Change{Topic: changes.Draft, ID: string(e.id)})
}

// TakeBack moves a queued message to the draft of its conversation. It returns false if the message
// is being sent or no longer queued.
func (d *Drafts) TakeBack(conversation, id chat.ID) bool { return d.unqueue(conversation, id, false) }

// EditQueued is TakeBack, but shelves the draft unless it edits a message. When the message is
// queued again, it returns to its position in the queue.
func (d *Drafts) EditQueued(conversation, id chat.ID) bool { return d.unqueue(conversation, id, true) }

func (d *Drafts) unqueue(conversation, id chat.ID, edits bool) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entries[conversation]
	if e == nil {
		return false
	}
	i := slices.IndexFunc(e.queue, func(t *TakenMessage) bool { return t.id == id && t.waiting })
	if i < 0 {
		return false
	}
	t := e.queue[i]
	t.remove()
	e.unqueued = append(e.unqueued, t.row())
	if e.place = ""; edits {
		e.place = id
	}
	e.join(func(w words) words {
		if edits && w.draft.Edits == "" {
			return words{t.draft, w.draft.Append(w.shelved)}
		}
		return w.settled().front(t.draft)
	})
	d.changed(e, true)
	return true
}

// Queued returns the queued messages of a conversation in the order in which they are sent.
func (d *Drafts) Queued(conversation chat.ID) []QueuedMessage {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.entries[conversation]; e != nil {
		return e.queued()
	}
	return nil
}

func (e *entry) queued() (all []QueuedMessage) {
	for _, t := range e.queue {
		all = append(all, QueuedMessage{t.id, t.draft, t.paused})
	}
	return all
}

// enqueue inserts a message in the order of the IDs.
func (e *entry) enqueue(t *TakenMessage) {
	i, _ := slices.BinarySearchFunc(e.queue, t, func(a, b *TakenMessage) int { return strings.Compare(string(a.id), string(b.id)) })
	e.queue = slices.Insert(e.queue, i, t)
}

// foundQueued adds the stored queued messages, paused as Restarted.
func (e *entry) foundQueued(d *Drafts, all []history.DraftAddition) {
	for _, a := range all {
		if slices.ContainsFunc(e.queue, func(t *TakenMessage) bool { return t.id == a.ID }) ||
			slices.ContainsFunc(e.unqueued, func(gone history.DraftAddition) bool { return gone.ID == a.ID }) {
			continue
		}
		e.enqueue(&TakenMessage{
			drafts: d, entry: e, draft: a.Draft, id: a.ID, stored: true, damaged: a.Damaged, waiting: true, paused: Restarted, settled: make(chan struct{}),
		})
	}
}

// row returns the message as it is stored in the queue.
func (t *TakenMessage) row() history.DraftAddition {
	return history.DraftAddition{ID: t.id, Draft: t.draft, Damaged: t.damaged}
}

// queueRows returns the rows of queued messages to store, except without, and the rows to remove.
func (e *entry) queueRows(without *TakenMessage) (queued, unqueued []history.DraftAddition) {
	unqueued = slices.Clone(e.unqueued)
	for _, t := range e.queue {
		if t == without {
			unqueued = append(unqueued, t.row())
		} else {
			queued = append(queued, t.row())
		}
	}
	return queued, unqueued
}

// savedQueue records that queued messages are on disk and the first unqueued ones are removed.
func (e *entry) savedQueue(queued []history.DraftAddition, unqueued int) {
	for _, t := range e.queue {
		t.stored = t.stored || slices.ContainsFunc(queued, func(a history.DraftAddition) bool { return a.ID == t.id })
	}
	e.unqueued = e.unqueued[unqueued:]
}
