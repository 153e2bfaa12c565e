package transcripts

import (
	"context"
	"os"
	"slices"

	"parlando/app/chat"
)

// TranscribeAgain transcribes the sound of a transcript again, with options o, into a new
// transcript of the same title. A finished old transcript stays beside the new one. An unfinished
// one is deleted once the new one is Done, unless it is Done or in the queue by then. If the
// library has a copy of the sound, the new transcript gets its own copy. The error is ErrNotFound,
// an error of ctx or the disk, or the reason why the sound cannot be transcribed, as for Add; a
// transcript whose ID is returned with an error is queued nevertheless.
func (t *Transcripts) TranscribeAgain(ctx context.Context, id chat.ID, o AddOptions) (chat.ID, error) {
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

// Successor returns the finished transcript that replaced a deleted one, "" if none. It reads
// memory only.
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

// replaced lists the transcripts that o replaces, directly or through another replaced one. mu is
// held.
func (t *Transcripts) replaced(o *openTranscript) (all []chat.ID) {
	for o != nil && o.row.Replaces != "" {
		all = append(all, o.row.Replaces)
		o = t.all[o.row.Replaces]
	}
	return all
}

// supersede deletes the Failed and Paused transcripts that a finished one replaces.
func (t *Transcripts) supersede(ctx context.Context, id chat.ID) {
	t.mu.Lock()
	idle := slices.DeleteFunc(t.replaced(t.all[id]), func(id chat.ID) bool {
		o := t.all[id]
		return o == nil || o.running || o.row.State != Failed && o.row.State != Paused || o.deleted()
	})
	t.mu.Unlock()
	for _, id := range idle {
		if err := t.change(ctx, id, func(r *transcriptRow) error { r.Deleted = t.o.Now(); return nil }); err != nil {
			t.o.Log.Warn("A replaced transcript could not be removed from the list", "id", id, "error", err)
		}
	}
}
