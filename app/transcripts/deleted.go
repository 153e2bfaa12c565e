package transcripts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/app/internal/sqlite"
)

// ErrStopping reports that work on a transcript is still being stopped, so that it cannot be
// removed.
var ErrStopping = errors.New("transcripts: still being stopped")

// DeletedTranscript is a transcript that Restore can bring back.
type DeletedTranscript struct {
	Transcript
	// At is the time of deletion.
	At time.Time
}

// Deleted returns the deleted and canceled transcripts, most recently deleted first. It reads
// memory only.
func (t *Transcripts) Deleted() []DeletedTranscript {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []DeletedTranscript
	for _, o := range t.all {
		if o.deleted() {
			all = append(all, DeletedTranscript{t.shown(o), o.row.deleted})
		}
	}
	slices.SortFunc(all, func(a, b DeletedTranscript) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID)) })
	return all
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
