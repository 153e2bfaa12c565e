package drafts

import (
	"reflect"

	"parlando/app/chat"
)

// keptEdit is the canceled edit of a message. changed is the version of the entry that changed it,
// 0 once that is on disk. Without content it was removed.
type keptEdit struct {
	draft   chat.Draft
	changed uint64
}

// BeginEdit replaces the draft by a message to edit, or by the edit of that message that was
// canceled before, and shelves the draft until the edit ends. Another edit is kept. It changes
// nothing if that message is already being edited or the draft is not Read yet.
func (b *MessageBox) BeginEdit(message chat.Draft) Snapshot {
	b.drafts.mu.Lock()
	defer b.drafts.mu.Unlock()
	edit := message
	if kept := b.entry.edits[message.Edits].draft; !blank(kept) {
		edit = kept
	}
	return b.begin(message, edit)
}

// BeginEditAnew is BeginEdit with an edit to begin with. A canceled edit of the message stays.
func (b *MessageBox) BeginEditAnew(edit chat.Draft) Snapshot {
	b.drafts.mu.Lock()
	defer b.drafts.mu.Unlock()
	return b.begin(edit, edit)
}

func (b *MessageBox) begin(message, edit chat.Draft) Snapshot {
	e := b.entry
	if !e.read || e.draft.Edits == message.Edits {
		return b.look()
	}
	shelved := e.shelved
	if e.draft.Edits == "" {
		shelved = e.draft.Append(shelved)
	}
	e.keepEdit()
	e.replace(words{edit, shelved})
	if kept := e.edits[edit.Edits].draft; same(kept, edit) {
		e.setEdit(chat.Draft{Edits: edit.Edits}) // the edit is the draft now
	}
	e.message, e.touched, e.place = message, !same(message, edit), ""
	b.drafts.changed(e, true)
	return b.look()
}

// EndEdit cancels the edit and restores the shelved draft. The edit is kept for the next BeginEdit
// of its message; kept is false if it has no content or equals the message.
func (b *MessageBox) EndEdit() (v Snapshot, kept bool) {
	b.drafts.mu.Lock()
	defer b.drafts.mu.Unlock()
	e := b.entry
	if e.draft.Edits == "" {
		return b.look(), false
	}
	kept = e.keepEdit()
	e.replace(words{draft: e.shelved})
	b.drafts.changed(e, true)
	return b.look(), kept
}

// DiscardEdit ends the edit like EndEdit, without keeping it, and returns it for KeepEdit.
func (b *MessageBox) DiscardEdit() (v Snapshot, discarded chat.Draft) {
	b.drafts.mu.Lock()
	defer b.drafts.mu.Unlock()
	e := b.entry
	if discarded = e.draft; discarded.Edits == "" {
		return b.look(), chat.Draft{}
	}
	e.replace(words{draft: e.shelved})
	b.drafts.changed(e, true)
	return b.look(), discarded
}

// KeepEdit keeps an edit as if EndEdit had, for the next BeginEdit of its message.
func (b *MessageBox) KeepEdit(edit chat.Draft) {
	b.drafts.mu.Lock()
	defer b.drafts.mu.Unlock()
	b.entry.addEdit(edit)
	b.drafts.changed(b.entry, false)
}

// keepEdit keeps the edit in the draft, and reports whether there is anything to keep.
func (e *entry) keepEdit() bool {
	edit := e.draft
	if edit.Edits == "" || !e.touched || blank(edit) || same(edit, e.message) {
		return false
	}
	e.addEdit(edit)
	return true
}

// addEdit keeps an edit, behind one of the same message that was kept before.
func (e *entry) addEdit(edit chat.Draft) {
	if before := e.edits[edit.Edits].draft; !blank(before) {
		edit = before.Append(edit)
	}
	e.setEdit(edit)
}

// setEdit sets the kept edit of a message; one without content is removed.
func (e *entry) setEdit(edit chat.Draft) {
	if e.edits == nil {
		e.edits = map[chat.ID]keptEdit{}
	}
	e.version++
	e.edits[edit.Edits] = keptEdit{edit, e.version}
}

// changedEdits returns the kept edits that are not on disk; those that were removed have no
// content.
func (e *entry) changedEdits() (all []chat.Draft) {
	for _, kept := range e.edits {
		if kept.changed > 0 {
			all = append(all, kept.draft)
		}
	}
	return all
}

// savedEdits records that the kept edits of a version are on disk.
func (e *entry) savedEdits(version uint64) {
	for message, kept := range e.edits {
		switch {
		case kept.changed > version:
		case blank(kept.draft):
			delete(e.edits, message)
		default:
			e.edits[message] = keptEdit{draft: kept.draft}
		}
	}
}

// blank reports whether a draft has no content.
func blank(d chat.Draft) bool { return d.Text == "" && len(d.Parts) == 0 }

// same reports whether two drafts have the same content.
func same(a, b chat.Draft) bool {
	return a.Text == b.Text && a.Edits == b.Edits && len(a.Parts) == len(b.Parts) && (len(a.Parts) == 0 || reflect.DeepEqual(a.Parts, b.Parts))
}
