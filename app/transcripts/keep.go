package transcripts

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
	"parlando/app/internal/wholefile"
	"parlando/app/transcripts/transcriber"
)

// Rename sets the title of a transcript; "" restores the name of the file.
func (t *Transcripts) Rename(ctx context.Context, id chat.ID, title string) error {
	if _, err := t.row(id); err != nil {
		return err
	}
	return t.changeWith(ctx, id, func(r *transcriptRow, tx *sql.Tx) error {
		if r.Title = oneLine(title); r.Title == "" && r.Path != "" {
			r.Title = titleOf(r.Path)
		}
		return r.index(ctx, tx)
	})
}

// Pin sets whether a transcript is shown at the top.
func (t *Transcripts) Pin(ctx context.Context, id chat.ID, pinned bool) error {
	if _, err := t.row(id); err != nil {
		return err
	}
	return t.change(ctx, id, func(r *transcriptRow) error { r.Pinned = pinned; return nil })
}

// Delete moves a transcript to the deleted ones, stopping work on it. Restore brings it back until
// Remove, or the first start later than chat.DeletedRetention. The user's own file is never
// touched.
func (t *Transcripts) Delete(ctx context.Context, id chat.ID) error {
	if _, err := t.row(id); err != nil {
		return err
	}
	at := t.o.Now()
	err := t.change(ctx, id, func(r *transcriptRow) error {
		if r.Deleted = at; r.State == Waiting {
			r.State = Paused
		}
		return nil
	})
	if err != nil {
		return err
	}
	t.mu.Lock()
	if o := t.all[id]; o.running {
		o.cancel(errCanceled)
	}
	t.mu.Unlock()
	return nil
}

// Restore undoes Delete or Cancel.
func (t *Transcripts) Restore(ctx context.Context, id chat.ID) error {
	return t.change(ctx, id, func(r *transcriptRow) error { r.Deleted = time.Time{}; return nil })
}

// purge permanently removes long deleted transcripts, with their lines, responses and copies of the
// sound; never the user's own files, nor what an earlier library may use (sqlite.Removal).
func (t *Transcripts) purge(ctx context.Context) {
	rule, err := t.o.Database.Removal(ctx)
	if err != nil && ctx.Err() == nil {
		t.o.Log.Warn("Deleted transcripts could not be purged", "error", err)
	}
	if err != nil {
		return
	}
	before := t.o.Now().Add(-chat.DeletedRetention)
	t.mu.Lock()
	var old []transcriptRow
	for _, o := range t.all {
		if o.deleted() && o.row.Deleted.Before(before) && !o.running {
			old = append(old, o.row)
		}
	}
	t.mu.Unlock()
	for _, r := range old {
		if ctx.Err() != nil {
			return
		}
		allowed, err := rule.Allows(t.folder(r.ID))
		if err == nil && allowed {
			err = t.remove(ctx, r)
		}
		if err != nil {
			t.o.Log.Warn("A deleted transcript could not be purged", "id", r.ID, "error", err)
		}
		t.mark()
	}
}

func (t *Transcripts) remove(ctx context.Context, r transcriptRow) error {
	t.writes.Lock()
	defer t.writes.Unlock()
	t.mu.Lock()
	o := t.all[r.ID]
	gone := o == nil || !o.deleted()
	if !gone {
		delete(t.all, r.ID)
	}
	t.mu.Unlock()
	if gone { // the transcript was restored meanwhile
		return nil
	}
	err := t.removeStored(ctx, r)
	if err != nil { // list it again, so that deleting can be tried again
		t.mu.Lock()
		t.all[r.ID] = o
		t.mu.Unlock()
	}
	return err
}

func (t *Transcripts) removeStored(ctx context.Context, r transcriptRow) error {
	// Remove the folder first: without the row, nothing refers to the folder anymore.
	if err := os.RemoveAll(t.folder(r.ID)); err != nil {
		return err
	}
	return t.o.Database.Update(ctx, sqlite.Durable, func(tx *sql.Tx) error {
		if err := removeLines(ctx, tx, r.n); err != nil {
			return err
		}
		for _, q := range []string{`DELETE FROM search_transcript WHERE rowid = ?`, `DELETE FROM transcript WHERE n = ?`} {
			if _, err := tx.ExecContext(ctx, q, r.n); err != nil {
				return err
			}
		}
		return nil
	})
}

// KeepCopy copies the audio file into the library, so that it survives the loss of the user's file.
func (t *Transcripts) KeepCopy(ctx context.Context, id chat.ID) error {
	r, err := t.row(id)
	if err != nil || r.copied != "" {
		return err
	}
	from, err := t.soundOf(ctx, &r)
	if err != nil {
		return err
	}
	if err := t.o.InPlace(); err != nil {
		return err
	}
	name := soundName + strings.ToLower(filepath.Ext(from))
	err = copyFile(ctx, from, t.folder(id), name)
	if err != nil {
		return fmt.Errorf("store a copy of the sound: %w", err)
	}
	return t.change(ctx, id, func(r *transcriptRow) error { r.copied = name; return nil })
}

// KeptCopies returns the paths of the library's copies of sounds, relative to its folder.
func (t *Transcripts) KeptCopies() (paths []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, o := range t.all {
		if o.row.copied != "" && !o.deleted() {
			paths = append(paths, filepath.Join(filepath.Base(t.dir), string(id), o.row.copied))
		}
	}
	return paths
}

// copyFile copies a file into a folder atomically.
func copyFile(ctx context.Context, from, dir, name string) error {
	in, err := os.Open(from)
	if err != nil {
		return fmt.Errorf("%w: %w", transcriber.ErrMissing, err)
	}
	defer in.Close()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return wholefile.Copy(ctx, in, filepath.Join(dir, name), 0o600)
}
