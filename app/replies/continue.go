package replies

import (
	"context"
	"fmt"

	"parlando/app/chat"
)

// Continue continues a reply that was cut off, was stopped or reached its maximum length. It sends
// a new request to target, completed as for Send, and appends the received text to the same message
// after a chat.PartContinued. For other messages the error is ErrCannotContinue.
func (r *Replies) Continue(ctx context.Context, message chat.ID, target *chat.Target) error {
	_, err := r.startAtMessage(ctx, message, target, r.resume)
	return err
}

// resume gives old a new request and starts the turn.
func (r *Replies) resume(ctx context.Context, t *turn, old chat.Message) error {
	if !old.CanContinue() {
		return ErrCannotContinue
	}
	if s, ok := r.live.snapshot(old.ID); ok && s.Request.Problem != nil {
		return *s.Request.Problem // the end of the reply could not be stored yet
	}
	p := &t.plan
	p.continues = true
	if _, err := r.prepare(ctx, p, &old); err != nil {
		return err
	}
	p.params.Replies = nil
	request := p.newRequest(r.o.Now())
	if old.Request != nil {
		request.Continues = old.Request.ID
		old.Earlier = old.Requests()
	}
	if err := r.o.History.Resume(ctx, old.ID, request, p.newTarget); err != nil {
		return fmt.Errorf("continue the reply: %w", err)
	}
	old.Request = &request
	r.start(ctx, t, old)
	return nil
}

// goOn is the user message that asks the model to continue its reply. A request that ends with the
// reply itself would be shorter, but services differ: some continue, some start over, some refuse
// the request or require a flag. All of them understand a request in words.
const goOn = "Please continue exactly where your last message stopped, in the middle of a word if need be. " +
	"Repeat nothing and add no introduction."
