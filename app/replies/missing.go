package replies

import (
	"context"

	"parlando/app/chat"
)

// RequestMissing requests the replies that are missing because a service returned fewer choices
// than requested: one after the other, each a sibling of those before. target is completed as for
// Send. The error is ErrNoReply if none are missing.
func (r *Replies) RequestMissing(ctx context.Context, message chat.ID, target *chat.Target) (reply chat.ID, err error) {
	return r.startAtMessage(ctx, message, target, func(ctx context.Context, t *turn, old chat.Message) error {
		wanted := 0
		if old.Request != nil && old.Request.Params.Replies != nil {
			wanted = *old.Request.Params.Replies
		}
		t.plan.siblings = min(wanted, chat.MaxReplies) - max(old.Siblings, 1) - 1
		if t.plan.siblings < 0 {
			return ErrNoReply
		}
		return r.regenerate(ctx, t, old)
	})
}

// requestNextMissing requests the next missing sibling once the previous one has arrived.
func (r *Replies) requestNextMissing(before *turn) {
	_, err := r.startAtMessage(context.Background(), before.state.ids()[0], before.plan.target, func(ctx context.Context, t *turn, old chat.Message) error {
		t.plan.siblings = before.plan.siblings - 1
		return r.regenerate(ctx, t, old)
	})
	if err != nil {
		r.o.Log.Warn("Another reply could not be requested", "error", err)
	}
}
