package drafts

import (
	"slices"

	"parlando/app/chat"
)

// MessageBox is a message box that shows the draft of a conversation, also after a new chat has
// become a conversation. The window must display each Snapshot that is Changed; the next draft that
// it sets is then assumed to be based on that Snapshot.
type MessageBox struct {
	drafts *Drafts
	entry  *entry
}

// Snapshot is the current state of a draft.
type Snapshot struct {
	// Conversation is the conversation of the draft. A new chat becomes a conversation when its
	// first message is sent.
	Conversation chat.ID
	Draft        chat.Draft
	// Read reports whether Draft includes all stored content. If not, Unread is the error of the
	// last attempt to read the stored content, or nil.
	Read   bool
	Unread error
	// Edited reports whether Draft differs from the message it edits.
	Edited bool
	// Queued are the queued messages in the order in which they are sent.
	Queued []QueuedMessage
	// NotSent is the error of a message that could not be sent, until Acknowledge.
	NotSent error
	// Changed reports whether Draft differs from the content the box has displayed so far.
	Changed bool
}

// Open attaches a box to the draft of a conversation; Leave detaches it. If the draft is not Read
// yet, call Drafts.Read. Opening another box for the same conversation detaches this one.
func (d *Drafts) Open(conversation chat.ID) (*MessageBox, Snapshot) {
	d.mu.Lock()
	defer d.mu.Unlock()
	b := &MessageBox{drafts: d, entry: d.entry(conversation)}
	b.entry.box = b
	v := b.look()
	v.Changed = true
	return b, v
}

// Leave detaches the box from the draft, which does not change.
func (b *MessageBox) Leave() {
	b.drafts.mu.Lock()
	defer b.drafts.mu.Unlock()
	if b.entry.box == b {
		b.entry.box = nil
		b.drafts.release(b.entry)
	}
}

// Get returns the current draft.
func (b *MessageBox) Get() Snapshot {
	b.drafts.mu.Lock()
	defer b.drafts.mu.Unlock()
	return b.look()
}

// Set stores the content of the box. The Snapshot is Changed if something was added to the draft
// since the box last displayed it.
func (b *MessageBox) Set(draft chat.Draft) Snapshot {
	d, e := b.drafts, b.entry
	d.mu.Lock()
	defer d.mu.Unlock()
	changed, w := b.outdated(), e.words.back(draft)
	if !changed {
		changed, w = len(e.joins) > 0, e.withJoins(draft)
	}
	e.box = b
	if w.draft.Empty() && e.place != "" { // the message from the queue was deleted
		e.place, w = "", w.settled()
		changed = !w.draft.Empty()
	}
	e.replace(w)
	e.touched = w.draft.Edits != ""
	d.changed(e, false)
	v := b.look()
	v.Changed = changed
	return v
}

// Take removes the content of the box for sending. Content added to the draft meanwhile stays.
// After an edit, the shelved draft is restored.
func (b *MessageBox) Take(draft chat.Draft) (*TakenMessage, Snapshot) {
	d, e := b.drafts, b.entry
	d.mu.Lock()
	defer d.mu.Unlock()
	t := d.take(e, draft)
	rest := e.words
	if !b.outdated() {
		rest = e.withJoins(chat.Draft{})
	}
	e.replace(rest.settled())
	d.changed(e, true)
	return t, b.look()
}

// Acknowledge records that the user has been told why a message was not sent.
func (b *MessageBox) Acknowledge() {
	b.drafts.mu.Lock()
	defer b.drafts.mu.Unlock()
	b.entry.notSent = nil
}

// outdated reports whether the box displays text that was replaced, or is detached. Text typed in
// it is then appended to the current draft, so that it is not lost.
func (b *MessageBox) outdated() bool { return b.entry.replaced || b.entry.box != b }

// look returns the draft. If the box is attached, it marks the changes as displayed.
func (b *MessageBox) look() Snapshot {
	e := b.entry
	v := Snapshot{
		Conversation: e.id, Read: e.read, Unread: e.unread, NotSent: e.notSent, Changed: len(e.joins) > 0 || e.replaced,
		Draft:  chat.Draft{Text: e.draft.Text, Parts: slices.Clone(e.draft.Parts), Edits: e.draft.Edits},
		Queued: e.queued(),
		Edited: e.draft.Edits != "" && e.touched && !same(e.draft, e.message),
	}
	if e.box == b {
		e.joins, e.replaced = nil, false
	}
	return v
}
