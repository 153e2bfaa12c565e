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
// not wait for, until it closes.
type edits struct {
	owner transcriptOwner

	mu      sync.Mutex
	waiting []func(context.Context) error
	running bool
}

// add puts a change at the end, and reports whether somebody must run them.
func (e *edits) add(do func(context.Context) error) (begin bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.waiting = append(e.waiting, do)
	begin = !e.running
	e.running = true
	return begin
}

// idle reports whether all changes are with their owner.
func (e *edits) idle() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return !e.running
}

// run makes all changes. What could not be made is told, and does not keep back what follows.
func (e *edits) run(ctx context.Context) error {
	var failed []error
	for {
		e.mu.Lock()
		if len(e.waiting) == 0 {
			e.running = false
			e.mu.Unlock()
			return errors.Join(failed...)
		}
		do := e.waiting[0]
		e.waiting = e.waiting[1:]
		e.mu.Unlock()
		if err := do(ctx); err != nil {
			failed = append(failed, err)
		}
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
