package drafts

import (
	"slices"

	"parlando/app/chat"
)

// Box is a message box that shows the draft of a conversation. It stays with that draft when a new
// chat becomes a conversation of its own. Its owner must show each Value that is Changed: the next
// draft it sets counts as written on that.
type Box struct {
	drafts *Drafts
	entry  *entry
}

// Value is a draft as it stands.
type Value struct {
	// Conversation is the one it belongs to now: a new chat has become one when its first message
	// was sent.
	Conversation chat.ID
	Draft        chat.Draft
	// Read: Draft holds all that is stored. Until then Unread is the error of the last try to read
	// it, or nil.
	Read   bool
	Unread error
	// Waiting: a message waits until the reply is finished.
	Waiting bool
	// NotSent is the error of a waiting message that was put back, until Told.
	NotSent error
	// Changed: Draft is not what the box has shown until now.
	Changed bool
}

// Open begins to show the draft of a conversation; Leave ends that. Where it is not Read yet, Read
// does so. A conversation is shown in one box at a time: the one that was opened last.
func (d *Drafts) Open(conversation chat.ID) (*Box, Value) {
	d.mu.Lock()
	defer d.mu.Unlock()
	b := &Box{drafts: d, entry: d.entry(conversation)}
	b.entry.box = b
	v := b.look()
	v.Changed = true
	return b, v
}

// Leave ends what Open began: the box shows something else. What stood in it stays.
func (b *Box) Leave() {
	b.drafts.mu.Lock()
	defer b.drafts.mu.Unlock()
	if b.entry.box == b {
		b.entry.box = nil
		b.drafts.release(b.entry)
	}
}

// Get returns the draft as it is now.
func (b *Box) Get() Value {
	b.drafts.mu.Lock()
	defer b.drafts.mu.Unlock()
	return b.look()
}

// Set stores what stands in the box. The Value is Changed where something has joined it since the
// box was last shown what there is.
func (b *Box) Set(draft chat.Draft) Value {
	d, e := b.drafts, b.entry
	d.mu.Lock()
	defer d.mu.Unlock()
	changed, w := b.outdated(), e.words.back(draft)
	if !changed {
		changed, w = len(e.joins) > 0, e.withJoins(draft)
	}
	e.box = b
	e.replace(w)
	e.touched = w.draft.Edits != ""
	d.changed(e, false)
	v := b.look()
	v.Changed = changed
	return v
}

// Take takes what stands in the box out of it to be sent. What has joined the draft since stays in
// it. An edit makes room for what was set aside.
func (b *Box) Take(draft chat.Draft) (*TakenMessage, Value) {
	d, e := b.drafts, b.entry
	d.mu.Lock()
	defer d.mu.Unlock()
	rest := e.words
	if !b.outdated() {
		rest = e.withJoins(chat.Draft{})
	}
	e.replace(rest)
	t := d.take(e, draft)
	d.changed(e, true)
	return t, b.look()
}

// BeginEdit shows a message to be edited in place of the draft, which is set aside until the edit
// ends. Where that message is being edited already nothing changes, nor before the draft is Read.
func (b *Box) BeginEdit(edit chat.Draft) Value {
	d, e := b.drafts, b.entry
	d.mu.Lock()
	defer d.mu.Unlock()
	if !e.read || e.draft.Edits == edit.Edits {
		return b.look()
	}
	w := words{edit, e.shelved}
	if e.draft.Edits == "" || e.touched {
		w.shelved = plain(e.draft).Then(e.shelved)
	}
	e.replace(w)
	e.touched = false
	d.changed(e, true)
	return b.look()
}

// EndEdit leaves the edit without sending it, and brings back what was set aside. It returns the
// edit if something was changed in it.
func (b *Box) EndEdit() (v Value, left chat.Draft) {
	d, e := b.drafts, b.entry
	d.mu.Lock()
	defer d.mu.Unlock()
	if e.draft.Edits == "" {
		return b.look(), left
	}
	if e.touched {
		left = e.draft
	}
	e.replace(words{draft: e.shelved})
	d.changed(e, true)
	return b.look(), left
}

// Told notes that the user knows why a message was not sent.
func (b *Box) Told() {
	b.drafts.mu.Lock()
	defer b.drafts.mu.Unlock()
	b.entry.notSent = nil
}

// outdated reports whether the box shows words that are not there any more, or shows them no
// longer: what is written in it then is put behind what is there, so that none of it is lost.
func (b *Box) outdated() bool { return b.entry.replaced || b.entry.box != b }

// look returns the draft. The box that shows it has seen what changed then.
func (b *Box) look() Value {
	e := b.entry
	v := Value{
		Conversation: e.id, Read: e.read, Unread: e.unread, NotSent: e.notSent, Changed: len(e.joins) > 0 || e.replaced,
		Draft:   chat.Draft{Text: e.draft.Text, Parts: slices.Clone(e.draft.Parts), Edits: e.draft.Edits},
		Waiting: e.waiting() != nil,
	}
	if e.box == b {
		e.joins, e.replaced = nil, false
	}
	return v
}
