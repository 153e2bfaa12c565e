package replies

import (
	"context"

	"parlando/app/answers"
	"parlando/app/chat"
)

// start starts a turn whose replies are stored: empty ones, or one to continue.
func (r *Replies) start(ctx context.Context, t *turn, all ...chat.Message) {
	// The request must outlive the call that starts it: only Stop, Close and its end cancel it.
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	replies := make([]*reply, len(all))
	for i, m := range all {
		replies[i] = newReply(m, len(all) == 1)
		replies[i].tools, replies[i].connection = t.plan.tools, t.plan.connection
		if t.plan.params.Answer != nil {
			replies[i].watch = &answers.RepetitionDetector{}
		}
	}
	t.state.begin(replies, cancel)
	r.live.add(t)
	if !r.turns.start(t) {
		t.state.end(interrupted(), r.o.Now())
	}
	if r.o.Catalog != nil {
		r.o.Catalog.RecordUse(t.plan.connection, t.plan.model)
	}
	r.markAll(t)
	loop := newRequestLoop(&r.o, t, r.reader)
	r.running.Go("request", func() { loop.run(ctx) })
	r.running.Go("writer of a reply", func() { r.write(t) })
}

// write writes a turn to disk. After the first attempt to store its end, the conversation is free
// for the next turn.
func (r *Replies) write(t *turn) {
	err := t.writer.writeUntilEnd()
	if err == nil {
		r.forget(t)
	}
	r.next(t, err)
	if err != nil && t.writer.retryEnd(r.closing) == nil {
		r.forget(t)
	}
}

// forget drops the replies of a turn, which are in history now.
func (r *Replies) forget(t *turn) {
	if r.live.remove(t) {
		r.markAll(t)
	}
}

// startAtMessage reserves a turn for the conversation of a message and calls begin, which must
// store and start a reply. It returns the first reply.
func (r *Replies) startAtMessage(ctx context.Context, message chat.ID, target *chat.Target,
	begin func(context.Context, *turn, chat.Message) error,
) (reply chat.ID, err error) {
	m, err := r.reader.message(ctx, message)
	if err != nil {
		return "", err
	}
	t, _, err := r.turns.reserve(ctx, m.Conversation, nil, target)
	if err != nil {
		return "", err
	}
	// Read it again: the reply may have ended while reserve waited.
	if m, err = r.reader.message(ctx, message); err == nil {
		err = begin(ctx, t, m)
	}
	if err != nil {
		r.release(t)
		return "", err
	}
	return t.state.ids()[0], nil
}
