package replies

import (
	"context"
	"slices"

	"parlando/app/answers"
	"parlando/app/chat"
)

// RequestCells requests the cells of a table that do not fit its columns. The new reply is a
// sibling of the old one, starts with its rows and continues with the cells. target is completed as
// for Send. The error is ErrNoReply for messages without such cells.
func (r *Replies) RequestCells(ctx context.Context, message chat.ID, target *chat.Target) (reply chat.ID, err error) {
	return r.startAtMessage(ctx, message, target, r.askAgainForCells)
}

func (r *Replies) askAgainForCells(ctx context.Context, t *turn, old chat.Message) error {
	f := old.Answer()
	if f == nil || old.IsCut() || !old.State.Ended() || len(answers.TableOf(old).Faults) == 0 {
		return ErrNoReply
	}
	t.plan.continues, t.plan.cells = true, true
	if _, err := r.prepare(ctx, &t.plan, &old); err != nil {
		return err
	}
	t.plan.params.Replies = nil
	return r.beside(ctx, t, old.Parent, slices.DeleteFunc(slices.Clone(old.Parts), func(p chat.Part) bool {
		return p.Kind != chat.PartText && p.Kind != chat.PartContinued
	}))
}
