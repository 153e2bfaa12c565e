package transcripts

import (
	"context"
	"os"
	"slices"

	"parlando/app/chat"
)

// Again transcribes the sound of a transcript once more, as o says, into a new transcript of the
// same title. The one there is stays as it is. If it is Done it stays beside the new one; else it
// is deleted once the new one is Done, unless it was finished meanwhile. A copy of the sound in the
// library is copied for the new one. The error is ErrNotFound, that of ctx or the disk, or why the
// sound cannot be transcribed, as with Add; an ID beside it says that the new one is in the queue
// all the same.
func (t *Transcripts) Again(ctx context.Context, id chat.ID, o AddOptions) (chat.ID, error) {
	old, err := t.row(id)
	if err != nil {
		return "", err
	}
	path, err := t.soundOf(ctx, &old)
	if err != nil {
		return "", err
	}
	r, err := t.newRow(path, t.complete(o))
	if err != nil {
		return "", err
	}
	r.Title, r.Path, r.Recording = old.Title, old.Path, old.Recording
	if old.State != Done {
		r.Replaces = id
	}
	if old.copied != "" {
		if err := copyFile(ctx, path, t.folder(r.ID), old.copied); err != nil {
			return "", err
		}
		r.copied = old.copied
	}
	if _, err := t.enqueue(ctx, r, false); err != nil {
		_ = os.RemoveAll(t.folder(r.ID))
		return "", err
	}
	if o.Copy {
		err = t.KeepCopy(ctx, r.ID)
	}
	t.dispatch()
	return r.ID, err
}

// Successor returns the transcript that is Done in place of one that was deleted for it, "" for
// none. It asks memory alone.
func (t *Transcripts) Successor(id chat.ID) chat.ID {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, o := range t.all {
		if o.row.State == Done && !o.deleted() && slices.Contains(t.replaced(o), id) {
			return o.row.ID
		}
	}
	return ""
}

// replaced lists what a transcript replaces, and what that was to replace, with mu held.
func (t *Transcripts) replaced(o *openTranscript) (all []chat.ID) {
	for o != nil && o.row.Replaces != "" {
		all = append(all, o.row.Replaces)
		o = t.all[o.row.Replaces]
	}
	return all
}

// supersede deletes what a transcript that is Done replaces, as far as nobody finished it or works
// on it.
func (t *Transcripts) supersede(ctx context.Context, id chat.ID) {
	t.mu.Lock()
	idle := slices.DeleteFunc(t.replaced(t.all[id]), func(id chat.ID) bool {
		o := t.all[id]
		return o == nil || o.running || o.row.State != Failed && o.row.State != Paused || o.deleted()
	})
	t.mu.Unlock()
	for _, id := range idle {
		if err := t.change(ctx, id, func(r *transcriptRow) error { r.deleted = t.o.Now(); return nil }); err != nil {
			t.o.Log.Warn("A transcript that was replaced is still in the list", "id", id, "error", err)
		}
	}
}
