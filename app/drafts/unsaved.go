package drafts

import (
	"maps"
	"slices"

	"parlando/app/chat"
)

// Unsaved returns the texts that were typed or pasted and are not on disk, by conversation, that of
// the new chat last, followed by those of forms. Call it after Flush.
func (d *Drafts) Unsaved() (all []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	ids := slices.Sorted(maps.Keys(d.entries))
	if len(ids) > 0 && ids[0] == "" {
		ids = append(ids[1:], "")
	}
	for _, id := range ids {
		all = append(all, d.entries[id].unsaved()...)
	}
	return append(all, d.unsavedForms()...)
}

// unsaved returns the texts of the entry that the disk does not have. A message that is edited but
// was not changed is on disk as a message.
func (e *entry) unsaved() []string {
	now := e.whole(nil)
	if now.draft.Edits != "" && (!e.touched || same(now.draft, e.message)) {
		now.draft = chat.Draft{}
	}
	all, stored := now.texts(), e.disk.texts()
	for _, t := range e.queue {
		if !t.stored {
			all = append(all, words{draft: t.draft}.texts()...)
		}
	}
	for _, edit := range e.changedEdits() {
		all = append(all, words{draft: edit}.texts()...)
	}
	return slices.DeleteFunc(all, func(text string) bool { return slices.Contains(stored, text) })
}

// texts returns the typed and pasted texts.
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
