package transcripts

import (
	"context"
	"database/sql"
	"fmt"

	"parlando/app/chat"
)

// mostSteps is the maximum number of undo steps per transcript.
const mostSteps = 500

// Edit changes lines in one undo step, which is on disk when it returns. The error is ErrNotFound,
// ErrInvalid or a disk error. An edit that changes nothing adds no step.
func (t *Transcripts) Edit(ctx context.Context, id chat.ID, e Edit) error {
	var made lineChanges
	err := t.edit(ctx, id, func(l *lines) error {
		if err := e.apply(l); err != nil {
			return err
		}
		made = l.step
		return nil
	})
	if err != nil || len(made) == 0 {
		return err
	}
	part, _ := e.(GroupedEdit)
	t.steps(id, func(o *openTranscript) {
		o.redo = nil
		if n := len(o.undo); n > 0 && part.Run != "" && part.Run == o.run {
			o.undo[n-1] = append(o.undo[n-1], made...)
			return
		}
		o.run = part.Run
		o.undo = append(o.undo, made)
		if len(o.undo) > mostSteps {
			o.undo = append([]lineChanges(nil), o.undo[1:]...)
		}
	})
	return nil
}

// Undo reverts the last Edit since the program started; changed is false if there is none.
func (t *Transcripts) Undo(ctx context.Context, id chat.ID) (changed bool, err error) {
	return t.back(ctx, id, func(o *openTranscript) (from, to *[]lineChanges) { return &o.undo, &o.redo })
}

// Redo repeats the step that was undone last, unless there was an Edit since.
func (t *Transcripts) Redo(ctx context.Context, id chat.ID) (changed bool, err error) {
	return t.back(ctx, id, func(o *openTranscript) (from, to *[]lineChanges) { return &o.redo, &o.undo })
}

// back reverts the last step of the from list and adds the reverse step to the to list.
func (t *Transcripts) back(ctx context.Context, id chat.ID, lists func(*openTranscript) (from, to *[]lineChanges)) (bool, error) {
	var taken lineChanges
	t.steps(id, func(o *openTranscript) {
		from, _ := lists(o)
		o.run = ""
		if n := len(*from); n > 0 {
			taken, *from = (*from)[n-1], (*from)[:n-1]
		}
	})
	if len(taken) == 0 {
		return false, nil
	}
	back := taken.back()
	err := t.edit(ctx, id, func(l *lines) error {
		for _, c := range back {
			if err := l.make(c); err != nil {
				return err
			}
		}
		return nil
	})
	t.steps(id, func(o *openTranscript) {
		from, to := lists(o)
		if err != nil {
			*from = append(*from, taken)
			return
		}
		*to = append(*to, back)
	})
	return err == nil, err
}

func (t *Transcripts) steps(id chat.ID, do func(*openTranscript)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if o := t.all[id]; o != nil {
		do(o)
	}
}

// edit changes lines and the transcript's derived fields in one transaction.
func (t *Transcripts) edit(ctx context.Context, id chat.ID, do func(*lines) error) error {
	if _, err := t.row(id); err != nil {
		return err
	}
	var nothing bool
	err := t.changeWith(ctx, id, func(r *transcriptRow, tx *sql.Tx) error {
		l := &lines{ctx: ctx, tx: tx, transcript: r.n}
		if err := do(l); err != nil {
			return err
		}
		if nothing = len(l.step) == 0; nothing {
			return nil
		}
		r.Updated = t.o.Now()
		return tx.QueryRowContext(ctx, `SELECT count(*), count(*) > 0 AND min("end") > 0 FROM segment WHERE transcript = ?`, r.n).Scan(&r.Lines, &r.Timed)
	})
	if err != nil {
		return fmt.Errorf("change a transcript: %w", err)
	}
	if !nothing {
		t.mark(linesChanged(id))
	}
	return nil
}
