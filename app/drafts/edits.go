package drafts

import (
	"reflect"

	"parlando/app/chat"
)

// keptEdit is the canceled edit of a message, removed if draft is blank. changed is the version of
// the entry that changed it, 0 once the change is on disk.
type keptEdit struct {
	draft   chat.Draft
	changed uint64
}

// BeginEdit replaces the draft by a message to edit, or by the canceled edit of that message, and
// shelves the draft until the edit ends. Another edit in the draft is canceled. It changes nothing
// if that message is already being edited or the draft is not Read yet.
func (b *MessageBox) BeginEdit(message chat.Draft) Snapshot {
	b.drafts.mu.Lock()
	defer b.drafts.mu.Unlock()
	edit := message
	if kept := b.entry.edits[message.Edits].draft; !blank(kept) {
		edit = kept
	}
	return b.begin(message, edit)
}

// BeginEditAnew is BeginEdit with the given content. A canceled edit of the message is not used.
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

// EndEdit cancels the edit and restores the shelved draft. The next BeginEdit of the message uses
// the canceled edit; kept is false if it is blank or equals the message.
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

// DiscardEdit ends the edit and restores the shelved draft. KeepEdit can undo the loss of the edit.
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

// KeepEdit stores a canceled edit as EndEdit does, for the next BeginEdit of its message.
func (b *MessageBox) KeepEdit(edit chat.Draft) {
	b.drafts.mu.Lock()
	defer b.drafts.mu.Unlock()
	b.entry.addEdit(edit)
	b.drafts.changed(b.entry, false)
}

// keepEdit stores the edit in the draft as canceled, unless it is blank or unchanged.
func (e *entry) keepEdit() bool {
	edit := e.draft
	if edit.Edits == "" || !e.touched || blank(edit) || same(edit, e.message) {
		return false
	}
	e.addEdit(edit)
	return true
}

// addEdit stores a canceled edit, appended to an earlier one of the same message.
func (e *entry) addEdit(edit chat.Draft) {
	if before := e.edits[edit.Edits].draft; !blank(before) {
		edit = before.Append(edit)
	}
	e.setEdit(edit)
}

// setEdit sets the canceled edit of a message; a blank edit removes it.
func (e *entry) setEdit(edit chat.Draft) {
	if e.edits == nil {
		e.edits = map[chat.ID]keptEdit{}
	}
	e.version++
	e.edits[edit.Edits] = keptEdit{edit, e.version}
}

// changedEdits returns the canceled edits that are not on disk; removed ones are blank.
func (e *entry) changedEdits() (all []chat.Draft) {
	for _, kept := range e.edits {
		if kept.changed > 0 {
			all = append(all, kept.draft)
		}
	}
	return all
}

// savedEdits records that the canceled edits up to a version are on disk.
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

// blank reports whether a draft has neither text nor attachments.
func blank(d chat.Draft) bool { return d.Text == "" && len(d.Parts) == 0 }

// same reports whether two drafts have the same content.
func same(a, b chat.Draft) bool {
	return a.Text == b.Text && a.Edits == b.Edits && len(a.Parts) == len(b.Parts) && (len(a.Parts) == 0 || reflect.DeepEqual(a.Parts, b.Parts))
}
