package replies

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"parlando/app/chat"
	"parlando/app/history"
)

// Regenerate requests another reply to the same question from target, completed as for Send. The
// old reply stays as a sibling. For a question, Regenerate requests a reply to the question.
func (r *Replies) Regenerate(ctx context.Context, message chat.ID, target *chat.Target) (reply chat.ID, err error) {
	return r.startAtMessage(ctx, message, target, r.regenerate)
}

// RegenerateAs is Regenerate for an answer in another form, which applies to the new reply alone.
func (r *Replies) RegenerateAs(ctx context.Context, message chat.ID, form chat.AnswerForm, target *chat.Target) (reply chat.ID, err error) {
	return r.startAtMessage(ctx, message, target, func(ctx context.Context, t *turn, old chat.Message) error {
		if old.Request == nil {
			return ErrNoReply
		}
		request := *old.Request
		form.Once = true
		request.Params.Answer, old.Request = &form, &request
		return r.regenerate(ctx, t, old)
	})
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
	if old.Role == chat.Assistant {
		// The question may have been deleted alone; services differ on a request that ends with a
		// reply.
		if q, err := r.reader.message(ctx, question); err != nil || q.Role != chat.User {
			return cmp.Or(err, ErrNoReply)
		}
	}
	if _, err := r.prepare(ctx, &t.plan, &old); err != nil {
		return err
	}
	t.plan.params.Replies = nil // request only one more reply
	return r.beside(ctx, t, question, nil)
}

// beside stores a reply that begins with parts as a sibling of the other replies to a question, and
// starts the turn.
func (r *Replies) beside(ctx context.Context, t *turn, question chat.ID, parts []chat.Part) error {
	reply := r.emptyReplies(&t.plan, question)[0]
	reply.Parts = parts
	if err := r.o.History.BeginTurn(ctx, history.Turn{Replies: []chat.Message{reply}, Target: t.plan.newTarget}); err != nil {
		return fmt.Errorf("store the reply: %w", err)
	}
	if all, err := r.o.History.Siblings(ctx, reply.ID); err == nil && len(all) > 0 {
		reply.Sibling, reply.Siblings = slices.Index(all, reply.ID)+1, len(all)
	}
	r.start(ctx, t, reply)
	return nil
}
