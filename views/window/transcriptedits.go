package window

import (
	"context"
	"errors"
	"slices"
	"sync"

	"parley/app/chat"
	"parley/app/transcripts"
	"parley/app/transcripts/scribe"
	"parley/views/transcript"
)

// transcriptOwner is what the window asks of the owner of transcripts.
type transcriptOwner interface {
	Get(id chat.ID) (transcripts.Transcript, bool)
	Answers(id chat.ID) ([]scribe.Answer, error)
	Lines(ctx context.Context, id chat.ID) ([]transcripts.Line, error)
	SoundPath(ctx context.Context, id chat.ID) (string, error)
	Rename(ctx context.Context, id chat.ID, title string) error
	Locate(ctx context.Context, id chat.ID, path string) error
	Retry(ctx context.Context, id chat.ID) error
	RetryWith(ctx context.Context, id chat.ID, field string, value *float64) error
	Edit(ctx context.Context, id chat.ID, e transcripts.Edit) error
	Undo(ctx context.Context, id chat.ID) (changed bool, err error)
	Redo(ctx context.Context, id chat.ID) (changed bool, err error)
}

// edits brings the changes of lines to their owner, one after the other in the order they were made, in a goroutine that the window does
// not wait for, until it closes. What the disk refuses waits here, with all later changes of its transcript.
type edits struct {
	owner transcriptOwner

	mu      sync.Mutex
	waiting []lineChange
	running bool
}

// lineChange is a change of the lines of a transcript.
type lineChange struct {
	transcript chat.ID
	do         func(context.Context) error
}

// add puts a change at the end, and reports whether somebody must run them.
func (e *edits) add(c lineChange) (begin bool) {
	e.mu.Lock()
	e.waiting = append(e.waiting, c)
	e.mu.Unlock()
	return e.begin()
}

// begin reports whether somebody must run what waits.
func (e *edits) begin() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.running || len(e.waiting) == 0 {
		return false
	}
	e.running = true
	return true
}

// idle reports whether all changes of a transcript are with their owner.
func (e *edits) idle(id chat.ID) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return !slices.ContainsFunc(e.waiting, func(c lineChange) bool { return c.transcript == id })
}

// run makes all changes. Those that make no sense by now are dropped; those that were refused for another reason wait for the next run.
func (e *edits) run(ctx context.Context) (dropped, refused error) {
	held := map[chat.ID]bool{}
	for i := 0; ; {
		e.mu.Lock()
		if i == len(e.waiting) {
			e.running = false
			e.mu.Unlock()
			return dropped, refused
		}
		c := e.waiting[i]
		e.mu.Unlock()
		if held[c.transcript] {
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
			held[c.transcript] = true
			i++
			continue
		}
		e.mu.Lock()
		e.waiting = slices.Delete(e.waiting, i, i+1)
		e.mu.Unlock()
	}
}

// edit makes one change.
func (e *edits) edit(ctx context.Context, id chat.ID, change transcript.Edit) error {
	line := change.ID
	var lines []int64
	if change.Kind == transcript.SetSpeaker || line == 0 && change.Kind != transcript.ReplaceAll {
		all, err := e.owner.Lines(ctx, id)
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
		return e.owner.Edit(ctx, id, transcripts.Split{Line: line, Offset: change.At, Time: change.Time})
	case transcript.Join:
		return e.owner.Edit(ctx, id, transcripts.Join{Line: line})
	case transcript.SetSpeaker:
		return e.owner.Edit(ctx, id, transcripts.SetSpeaker{Lines: lines, Name: change.Text})
	case transcript.ReplaceAll:
		return e.owner.Edit(ctx, id, transcripts.ReplaceAll{
			Old: change.Old, New: change.Text, MatchCase: change.MatchCase, WholeWords: change.WholeWords,
		})
	case transcript.SetTranslation:
		return e.owner.Edit(ctx, id, transcripts.SetTranslations{line: change.Text})
	case transcript.SetText:
	}
	return e.owner.Edit(ctx, id, transcripts.SetText{Line: line, Text: change.Text})
}
