package replies

import (
	"context"
	"fmt"
	"slices"

	"parlando/app/answers"
	"parlando/app/chat"
	"parlando/app/history"
)

// Regenerate requests another reply to the same question from target, completed as for Send. The
// old reply is kept as its sibling. Given a question, it requests a reply to it.
func (r *Replies) Regenerate(ctx context.Context, message chat.ID, target *chat.Target) (reply chat.ID, err error) {
	return r.asked(ctx, message, target, r.regenerate)
}

// regenerate stores an empty sibling of old and starts the turn.
func (r *Replies) regenerate(ctx context.Context, t *turn, old chat.Message) error {
	question := old.Parent
	if old.Role == chat.User {
		question = old.ID
	}
	if question == "" || old.Role != chat.User && old.Role != chat.Assistant {
		return ErrNoReply
	}
	if _, err := r.prepare(ctx, t, &old); err != nil {
		return err
	}
	t.params.Replies = nil // request only one more reply
	return r.beside(ctx, t, question, nil)
}

// RequestMissing requests the replies that a service left out of the requested number of choices:
// one after the other, each a sibling of those before. target is completed as for Send. The error
// is ErrNoReply if none are missing.
func (r *Replies) RequestMissing(ctx context.Context, message chat.ID, target *chat.Target) (reply chat.ID, err error) {
	return r.asked(ctx, message, target, func(ctx context.Context, t *turn, old chat.Message) error {
		wanted := 0
		if old.Request != nil && old.Request.Params.Replies != nil {
			wanted = *old.Request.Params.Replies
		}
		t.others = min(wanted, chat.MaxReplies) - max(old.Siblings, 1) - 1
		if t.others < 0 {
			return ErrNoReply
		}
		return r.regenerate(ctx, t, old)
	})
}

// askForNext requests the next missing sibling once the previous one has arrived.
func (r *Replies) askForNext(before *turn) {
	_, err := r.asked(context.Background(), before.ids()[0], before.target, func(ctx context.Context, t *turn, old chat.Message) error {
		t.others = before.others - 1
		return r.regenerate(ctx, t, old)
	})
	if err != nil {
		r.o.Log.Warn("Another reply could not be requested", "error", err)
	}
}

// RequestCells requests the cells of a table that do not fit its columns. The new reply is a
// sibling of the old one, starts with its rows and continues with the cells. target is completed as
// for Send. The error is ErrNoReply for messages without such cells.
func (r *Replies) RequestCells(ctx context.Context, message chat.ID, target *chat.Target) (reply chat.ID, err error) {
	return r.asked(ctx, message, target, r.askAgainForCells)
}

func (r *Replies) askAgainForCells(ctx context.Context, t *turn, old chat.Message) error {
	f := old.Answer()
	if f == nil || old.IsCut() || !old.State.Ended() || len(answers.TableOf(old).Faults) == 0 {
		return ErrNoReply
	}
	t.goingOn, t.cells = true, true
	if _, err := r.prepare(ctx, t, &old); err != nil {
		return err
	}
	t.params.Replies = nil
	return r.beside(ctx, t, old.Parent, slices.DeleteFunc(slices.Clone(old.Parts), func(p chat.Part) bool {
		return p.Kind != chat.PartText && p.Kind != chat.PartContinued
	}))
}

// asked reserves a turn for the conversation of a message, starts it with ask, and returns its
// first reply.
func (r *Replies) asked(ctx context.Context, message chat.ID, target *chat.Target, ask func(context.Context, *turn, chat.Message) error) (reply chat.ID, err error) {
	old, t, err := r.reserveFor(ctx, message, target)
	if err != nil {
		return "", err
	}
	if err := ask(ctx, t, old); err != nil {
		r.release(t)
		return "", err
	}
	return t.ids()[0], nil
}

// beside stores a reply that begins with parts as a sibling of the other replies to a question, and
// starts the turn.
func (r *Replies) beside(ctx context.Context, t *turn, question chat.ID, parts []chat.Part) error {
	reply := r.emptyReplies(t, question)[0]
	reply.Parts = parts
	if err := r.o.History.BeginTurn(ctx, history.Turn{Replies: []chat.Message{reply}, Target: t.stores}); err != nil {
		return fmt.Errorf("store the reply: %w", err)
	}
	if all, err := r.o.History.Siblings(ctx, reply.ID); err == nil && len(all) > 0 {
		reply.Sibling, reply.Siblings = slices.Index(all, reply.ID)+1, len(all)
	}
	r.start(ctx, t, reply)
	return nil
}
