package transcripts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// ErrStopping reports that work on a transcript is still being stopped, so that it cannot be
// removed.
var ErrStopping = errors.New("transcripts: still being stopped")

// Deleted returns the deleted and canceled transcripts, most recently deleted first. The error is
// nil: Deleted reads memory only.
func (t *Transcripts) Deleted(context.Context) ([]Transcript, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []Transcript
	for _, o := range t.all {
		if o.deleted() {
			all = append(all, t.shown(o))
		}
	}
	slices.SortFunc(all, func(a, b Transcript) int { return cmp.Or(b.Deleted.Compare(a.Deleted), cmp.Compare(b.ID, a.ID)) })
	return all, nil
}

// DeletedLines reads the lines of a deleted transcript in order.
func (t *Transcripts) DeletedLines(ctx context.Context, id chat.ID) ([]Line, error) {
	r, err := t.find(id, true)
	if err != nil {
		return nil, err
	}
	return t.linesOf(ctx, r)
}

// Remove permanently removes a deleted transcript with its lines, responses and the library's copy
// of the sound, never the user's own file. The error is ErrNotFound, ErrStopping or a disk error;
// after an error Deleted still lists the transcript.
func (t *Transcripts) Remove(ctx context.Context, id chat.ID) error {
	r, err := t.find(id, true)
	if err != nil {
		return err
	}
	if t.o.Database.Reason() != sqlite.Writable {
		return sqlite.ErrReadOnly
	}
	t.mu.Lock()
	running := t.all[id] != nil && t.all[id].running
	t.mu.Unlock()
	if running {
		return ErrStopping
	}
	if err := t.remove(ctx, r); err != nil {
		return fmt.Errorf("remove a transcript: %w", err)
	}
	t.mark()
	return nil
}
