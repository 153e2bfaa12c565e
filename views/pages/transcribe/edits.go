package transcribe

import (
	"context"
	"errors"
	"slices"
	"sync"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/transcripts"
	"parlando/views/i18n"
	"parlando/views/transcript"
)

// lineEditor passes edits of lines to transcripts.Transcripts. An edit that cannot be stored stays
// visible as typed.
type lineEditor struct {
	Options
	view *transcript.View
	// id is the open transcript.
	id    chat.ID
	edits editQueue
	// onChange is called before the lines change, onDone after the changes, to read the lines
	// again.
	onChange, onDone func()
}

// Edit stores an edit made in the view.
func (e *lineEditor) Edit(change transcript.Edit) {
	e.change(func(ctx context.Context, id chat.ID) error { return e.apply(ctx, id, change) })
}

// Undo implements transcript.Editor.
func (e *lineEditor) Undo() { e.step(e.Transcripts.Undo) }

// Redo implements transcript.Editor.
func (e *lineEditor) Redo() { e.step(e.Transcripts.Redo) }

// step runs Undo or Redo. The lines are read again even if nothing has changed.
func (e *lineEditor) step(do func(context.Context, chat.ID) (bool, error)) {
	e.change(func(ctx context.Context, id chat.ID) error {
		_, err := do(ctx, id)
		return err
	})
}

// RenameSpeaker implements transcript.Editor.
func (e *lineEditor) RenameSpeaker(from, to string) {
	e.change(func(ctx context.Context, id chat.ID) error {
		return e.Transcripts.Edit(ctx, id, transcripts.RenameSpeaker{Old: from, New: to})
	})
}

// change queues an edit of the open transcript. After storing the edit, it shows the stored lines.
func (e *lineEditor) change(do func(context.Context, chat.ID) error) {
	id := e.view.Shown()
	if e.Library.ReadOnly() != history.Writable {
		e.Frame.ReportWriteError(history.ErrReadOnly)
		e.onDone()
		return
	}
	e.onChange()
	if e.edits.add(lineChange{id, func(ctx context.Context) error { return do(ctx, id) }}) {
		e.run()
	}
}

// retry repeats the changes that could not be stored.
func (e *lineEditor) retry() {
	if e.edits.begin() {
		e.run()
	}
}

// run applies the queued changes.
func (e *lineEditor) run() {
	var dropped error
	e.Frame.Write(&e.edits, func() (refused error) {
		// Do not stop when the frame's context ends: the edit must be stored while the window
		// closes.
		dropped, refused = e.edits.run(context.WithoutCancel(e.Frame.Context()))
		return refused
	}, func(refused error) {
		if dropped != nil {
			e.Log.Warn("A line was not changed", "error", dropped)
			// onDone reads the lines again, which shows the unchanged line.
			e.Frame.Toasts().Say(i18n.Text("This line couldn't be changed."), "", nil)
		}
		if refused != nil {
			e.Frame.ReportWriteError(refused)
		}
		e.show()
		e.onDone()
	})
}

// stored reports whether all changes of the open transcript have been stored.
func (e *lineEditor) stored() bool { return e.edits.idle(e.id) }

// show marks the open transcript as unsaved while the queue has changes of it.
func (e *lineEditor) show() {
	if e.stored() {
		e.view.SetUnsaved(nil)
	} else {
		e.view.SetUnsaved(e.retry)
	}
}

// apply stores one edit of the view.
func (e *lineEditor) apply(ctx context.Context, id chat.ID, change transcript.Edit) error {
	line := change.ID
	var lines []int64
	if change.Kind == transcript.SetSpeaker || line == 0 && change.Kind != transcript.ReplaceAll {
		all, err := e.Transcripts.Lines(ctx, id)
		if err != nil {
			return err
		}
		from, until := change.Line, max(change.Until, change.Line+1)
		if line != 0 {
			if at := slices.IndexFunc(all, func(l transcripts.Line) bool { return l.ID == line }); at >= 0 {
				from, until = at, until-from+at
			}
		}
		if from < 0 || from >= len(all) {
			return transcripts.ErrNotFound
		}
		line = all[from].ID
		for _, l := range all[from:min(until, len(all))] {
			lines = append(lines, l.ID)
		}
	}
	switch change.Kind {
	case transcript.Split:
		return e.Transcripts.Edit(ctx, id, transcripts.Split{Line: line, Offset: change.At, Time: change.Time})
	case transcript.Join:
		return e.Transcripts.Edit(ctx, id, transcripts.Join{Line: line})
	case transcript.SetSpeaker:
		return e.Transcripts.Edit(ctx, id, transcripts.SetSpeaker{Lines: lines, Name: change.Text})
	case transcript.ReplaceAll:
		return e.Transcripts.Edit(ctx, id, transcripts.ReplaceAll{
			Old: change.Old, New: change.Text, MatchCase: change.MatchCase, WholeWords: change.WholeWords,
		})
	case transcript.SetTranslation:
		return e.Transcripts.Edit(ctx, id, transcripts.SetTranslations{line: change.Text})
	case transcript.SetText:
	}
	return e.Transcripts.Edit(ctx, id, transcripts.SetText{Line: line, Text: change.Text})
}

// editQueue runs changes in order. A change that cannot be stored waits, with all later changes of
// its transcript. An editQueue is safe for concurrent use.
type editQueue struct {
	mu      sync.Mutex
	waiting []lineChange
	running bool
}

// lineChange is a change of the lines of a transcript.
type lineChange struct {
	transcript chat.ID
	do         func(context.Context) error
}

// add appends a change, and reports whether the caller must run the queue.
func (q *editQueue) add(c lineChange) (begin bool) {
	q.mu.Lock()
	q.waiting = append(q.waiting, c)
	q.mu.Unlock()
	return q.begin()
}

// begin reports whether the caller must run the queue.
func (q *editQueue) begin() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.running || len(q.waiting) == 0 {
		return false
	}
	q.running = true
	return true
}

// idle reports whether a transcript has no queued changes.
func (q *editQueue) idle(id chat.ID) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return !slices.ContainsFunc(q.waiting, func(c lineChange) bool { return c.transcript == id })
}

// run applies all changes. It drops changes that no longer make sense; changes that fail for
// another reason wait for the next run.
func (q *editQueue) run(ctx context.Context) (dropped, refused error) {
	blocked := map[chat.ID]bool{}
	for i := 0; ; {
		q.mu.Lock()
		if i == len(q.waiting) {
			q.running = false
			q.mu.Unlock()
			return dropped, refused
		}
		c := q.waiting[i]
		q.mu.Unlock()
		if blocked[c.transcript] {
			i++
			continue
		}
		err := c.do(ctx)
		switch {
		case err == nil:
		case errors.Is(err, transcripts.ErrNotFound), errors.Is(err, transcripts.ErrInvalid):
			dropped = errors.Join(dropped, err)
		default:
			refused = errors.Join(refused, err)
			blocked[c.transcript] = true
			i++
			continue
		}
		q.mu.Lock()
		q.waiting = slices.Delete(q.waiting, i, i+1)
		q.mu.Unlock()
	}
}
