package replies

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"parlando/app/chat"
	"parlando/app/drafts"
	"parlando/app/history"
)

// Send sends a message to the target in a stored conversation. When it returns, the message, an
// empty reply and the target are on disk and the request has started. A message that edits another
// becomes that message's sibling. A nil target, or one without connection or model, is completed
// from the conversation.
//
// While a reply of the conversation is in flight, the message is queued instead: queued is true,
// and the message is sent to this target once the reply, and those to the messages queued before,
// are Done. On error the message is a draft again. The error is ErrNothingToSend, ErrNoModel,
// ErrClosed, an error of history, or that of Options.Ready.
func (r *Replies) Send(ctx context.Context, message *drafts.TakenMessage, target *chat.Target) (reply chat.ID, queued bool, err error) {
	t, queued, err := r.reserveForMessage(ctx, message.Conversation(), message, message, target)
	if err == nil && !queued {
		if err = r.send(ctx, t, message); err != nil {
			r.release(t)
		}
	}
	switch {
	case err != nil:
		message.GiveBack(nil)
		return "", false, err
	case queued:
		return "", true, nil
	}
	return t.state.ids()[0], false, nil
}

// SendNow sends the first of the queued messages of a conversation, to target as for Send; the
// others follow. A reply that waits for a permission is stopped. On error the messages stay queued.
// The error is ErrBusy while another reply is in flight, ErrNothingToSend if none are queued,
// otherwise as for Send.
func (r *Replies) SendNow(ctx context.Context, conversation chat.ID, target *chat.Target) error {
	if r.Asking()[conversation] {
		r.Stop(conversation)
	}
	t, _, err := r.turns.reserve(ctx, conversation, nil, target)
	if err != nil {
		return err
	}
	message := r.o.Queue.Resume(conversation, target)
	if message == nil {
		r.release(t)
		return ErrNothingToSend
	}
	t.plan.target = message.Target()
	if err = r.send(ctx, t, message); err != nil {
		r.release(t)
		message.GiveBack(nil)
	}
	return err
}

// Begin stores a new conversation with its first message and sends the message to the model. It
// returns the conversation as stored, including its connection. On error, as for Send, nothing is
// stored and the message is a draft again.
func (r *Replies) Begin(ctx context.Context, c chat.Conversation, message *drafts.TakenMessage) (begun chat.Conversation, reply chat.ID, err error) {
	t, _, err := r.reserveForMessage(ctx, c.ID, message, nil, nil)
	if err == nil {
		begun = c
		if err = r.address(ctx, &t.plan, &begun); err == nil {
			begun.Params = begun.Params.AfterMessage()
			err = r.ask(ctx, t, history.Turn{Conversation: &begun}, nil, message)
		}
		if err != nil {
			r.release(t)
		}
	}
	if err != nil {
		message.GiveBack(nil)
		return c, "", err
	}
	return begun, t.state.ids()[0], nil
}

// reserveForMessage reserves a turn for a message. If another turn is in flight, queue (which may
// be nil) is queued behind it.
func (r *Replies) reserveForMessage(ctx context.Context, conversation chat.ID, message, queue *drafts.TakenMessage, target *chat.Target) (
	t *turn, queued bool, err error,
) {
	if d := message.Draft(); strings.TrimSpace(d.Text) == "" && len(d.Parts) == 0 {
		return nil, false, ErrNothingToSend
	}
	return r.turns.reserve(ctx, conversation, queue, target)
}

// send stores a message with an empty reply and starts the turn.
func (r *Replies) send(ctx context.Context, t *turn, message *drafts.TakenMessage) error {
	visible, err := r.prepare(ctx, &t.plan, nil)
	if err != nil {
		return err
	}
	before, err := r.reader.before(ctx, t.plan.conversation, visible, message.Draft().Edits)
	if err != nil {
		return err
	}
	return r.ask(ctx, t, history.Turn{}, before, message)
}

// ask stores a question after the messages in before, together with the empty replies, and starts
// the turn.
func (r *Replies) ask(ctx context.Context, t *turn, turn history.Turn, before []chat.ID, message *drafts.TakenMessage) error {
	d := message.Draft()
	p := &t.plan
	if err := inputsOf(slices.Concat(p.background.Files, d.Parts)).permit(r.o.Catalog, p.connection, p.model); err != nil {
		return err
	}
	turn.User = &chat.Message{
		ID: chat.NewID(), Conversation: p.conversation, Role: chat.User, State: chat.Done, Created: r.o.Now(), Parts: messageParts(d),
	}
	if len(before) > 0 {
		turn.User.Parent = before[len(before)-1]
	}
	turn.Replies, turn.Target = r.emptyReplies(p, turn.User.ID), p.newTarget
	if err := message.Commit(p.conversation, func(rest history.UnsentChange) error {
		turn.Unsent = &rest
		return r.o.History.BeginTurn(ctx, turn)
	}); err != nil {
		return fmt.Errorf("store the question: %w", err)
	}
	p.branch = append(before, turn.User.ID)
	r.start(ctx, t, turn.Replies...)
	return nil
}

// messageParts returns the parts of a user's message: attachments and quotes first, then the text.
func messageParts(d chat.Draft) []chat.Part {
	parts := slices.Clone(d.Parts)
	for i, p := range parts {
		if p.Kind == chat.PartImage && !p.AsIs {
			parts[i].Original = nil // an original that was not sent is not stored
		}
	}
	if strings.TrimSpace(d.Text) != "" {
		parts = append(parts, chat.Part{Kind: chat.PartText, Text: d.Text})
	}
	return parts
}
