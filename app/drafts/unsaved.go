package drafts

import (
	"maps"
	"slices"

	"parlando/app/chat"
)

// Unsaved returns the typed or pasted texts that are not on disk: by conversation, with the new
// chat last, followed by those of forms. While the library is missing, it returns all texts in
// memory, because the library's file may have been deleted. Call it after Flush.
func (d *Drafts) Unsaved() (all []string) {
	gone := d.o.InPlace() != nil
	d.mu.Lock()
	defer d.mu.Unlock()
	ids := slices.Sorted(maps.Keys(d.entries))
	if len(ids) > 0 && ids[0] == "" {
		ids = append(ids[1:], "")
	}
	for _, id := range ids {
		all = append(all, d.entries[id].unsaved(gone)...)
	}
	return append(all, d.unsavedForms(gone)...)
}

// unsaved returns the texts of the entry that are not on disk, or with gone all of them. It omits a
// message that is edited but unchanged.
func (e *entry) unsaved(gone bool) []string {
	now := e.whole(nil)
	if now.draft.Edits != "" && (!e.touched || same(now.draft, e.message)) {
		now.draft = chat.Draft{}
	}
	all, stored := now.texts(), e.disk.texts()
	if gone {
		stored = nil
	}
	for _, t := range e.queue {
		if gone || !t.stored {
			all = append(all, words{draft: t.draft}.texts()...)
		}
	}
	for _, kept := range e.edits {
		if gone || kept.changed > 0 {
			all = append(all, words{draft: kept.draft}.texts()...)
		}
	}
	return slices.DeleteFunc(all, func(text string) bool { return slices.Contains(stored, text) })
}

// texts returns the typed and the pasted texts.
func (w words) texts() (all []string) {
	for _, d := range []chat.Draft{w.draft, w.shelved} {
		for _, p := range d.Parts {
			if p.Kind == chat.PartPasted && p.Name == "" {
				all = append(all, p.Text)
			}
		}
		if d.Text != "" {
			all = append(all, d.Text)
		}
	}
	return all
}
