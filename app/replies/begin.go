package replies

import (
	"cmp"
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
// becomes its sibling. A nil target, or one without connection or model, is completed from the
// conversation.
//
// While a reply of the conversation is in flight, the message is queued instead: queued is true,
// and it is sent to this target once the reply is Done, and those of the messages queued before it.
// On error the message is a draft again. The error is ErrNothingToSend, ErrNoModel, ErrClosed, an
// error of history, or that of Options.Ready.
func (r *Replies) Send(ctx context.Context, message *drafts.TakenMessage, target *chat.Target) (reply chat.ID, queued bool, err error) {
	t, queued, err := r.place(ctx, message.Conversation(), message, message, target)
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
	return t.ids()[0], false, nil
}

// SendNow sends the first of the queued messages of a conversation, to target as for Send; the
// others follow it. A reply that waits for a permission is stopped. On error the messages stay
// queued. The error is ErrBusy while another reply is in flight and ErrNothingToSend if none are
// queued, otherwise as for Send.
func (r *Replies) SendNow(ctx context.Context, conversation chat.ID, target *chat.Target) error {
	if r.Asking()[conversation] {
		r.Stop(conversation)
	}
	t, _, err := r.reserve(ctx, conversation, nil, target)
	if err != nil {
		return err
	}
	message := r.o.Queue.Resume(conversation, target)
	if message == nil {
		r.release(t)
		return ErrNothingToSend
	}
	t.target = message.Target()
	if err = r.send(ctx, t, message); err != nil {
		r.release(t)
		message.GiveBack(nil)
	}
	return err
}

// Begin stores a new conversation with its first message and sends that to the model. It returns
// the conversation as stored, including its connection. On error, as for Send, nothing is stored
// and the message is a draft again.
func (r *Replies) Begin(ctx context.Context, c chat.Conversation, message *drafts.TakenMessage) (begun chat.Conversation, reply chat.ID, err error) {
	t, _, err := r.place(ctx, c.ID, message, nil, nil)
	if err == nil {
		begun = c
		if err = r.address(t, &begun); err == nil {
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
	return begun, t.ids()[0], nil
}

// place reserves the turn for a message. If another turn is in flight, queue (which may be nil) is
// queued behind it.
func (r *Replies) place(ctx context.Context, conversation chat.ID, message, queue *drafts.TakenMessage, target *chat.Target) (
	t *turn, queued bool, err error,
) {
	if d := message.Draft(); strings.TrimSpace(d.Text) == "" && len(d.Parts) == 0 {
		return nil, false, ErrNothingToSend
	}
	return r.reserve(ctx, conversation, queue, target)
}

// Continue continues a reply that was cut off, was stopped or reached its maximum length: a new
// request to target, completed as for Send, whose text is appended to the same message after a
// chat.PartContinued. For other messages the error is ErrCannotContinue.
func (r *Replies) Continue(ctx context.Context, message chat.ID, target *chat.Target) error {
	_, err := r.asked(ctx, message, target, r.resume)
	return err
}

// reserveFor reserves a turn for the conversation of a message, and returns the message.
func (r *Replies) reserveFor(ctx context.Context, message chat.ID, target *chat.Target) (chat.Message, *turn, error) {
	old, err := r.message(ctx, message)
	if err != nil {
		return chat.Message{}, nil, err
	}
	t, _, err := r.reserve(ctx, old.Conversation, nil, target)
	if err != nil {
		return chat.Message{}, nil, err
	}
	// The reply may have ended while reserve waited.
	if old, err = r.message(ctx, message); err != nil {
		r.release(t)
		return chat.Message{}, nil, err
	}
	return old, t, nil
}

// send stores a message with an empty reply and starts the turn.
func (r *Replies) send(ctx context.Context, t *turn, message *drafts.TakenMessage) error {
	heads, err := r.prepare(ctx, t, nil)
	if err != nil {
		return err
	}
	before, err := r.before(ctx, t.conversation, heads, message.Draft().Edits)
	if err != nil {
		return err
	}
	return r.ask(ctx, t, history.Turn{}, before, message)
}

// ask stores a question after the messages in before, together with its empty replies, and starts
// the turn.
func (r *Replies) ask(ctx context.Context, t *turn, turn history.Turn, before []chat.ID, message *drafts.TakenMessage) error {
	d := message.Draft()
	if err := r.permit(t, inputsOf(d.Parts)); err != nil {
		return err
	}
	turn.User = &chat.Message{
		ID: chat.NewID(), Conversation: t.conversation, Role: chat.User, State: chat.Done, Created: r.o.Now(), Parts: messageParts(d),
	}
	if len(before) > 0 {
		turn.User.Parent = before[len(before)-1]
	}
	turn.Replies, turn.Target = r.emptyReplies(t, turn.User.ID), t.stores
	if err := message.Commit(t.conversation, func(rest history.UnsentChange) error {
		turn.Unsent = &rest
		return r.o.History.BeginTurn(ctx, turn)
	}); err != nil {
		return fmt.Errorf("store the question: %w", err)
	}
	t.branch = append(before, turn.User.ID)
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

// resume gives old a new request and starts the turn.
func (r *Replies) resume(ctx context.Context, t *turn, old chat.Message) error {
	if !old.CanContinue() {
		return ErrCannotContinue
	}
	if s, ok := r.Snapshot(old.ID); ok && s.Request.Problem != nil {
		return *s.Request.Problem // the disk does not even have its end
	}
	t.goingOn = true
	if _, err := r.prepare(ctx, t, &old); err != nil {
		return err
	}
	t.params.Replies = nil
	request := r.request(t)
	if old.Request != nil {
		request.Continues = old.Request.ID
		old.Earlier = old.Requests()
	}
	if err := r.o.History.Resume(ctx, old.ID, request, t.stores); err != nil {
		return fmt.Errorf("continue the reply: %w", err)
	}
	old.Request = &request
	r.start(ctx, t, old)
	return nil
}

// prepare determines the connection, model and parameters of a turn, and returns the visible
// messages of the conversation. old is the reply to regenerate or continue, nil for a new message.
func (r *Replies) prepare(ctx context.Context, t *turn, old *chat.Message) ([]chat.Head, error) {
	c, heads, err := r.o.History.ConversationWithThread(ctx, t.conversation)
	if err != nil {
		return nil, fmt.Errorf("read the conversation: %w", err)
	}
	named := c.Connection != ""
	if t := t.target; t != nil {
		c.Connection, c.Model, c.Params = cmp.Or(t.Connection, c.Connection), cmp.Or(t.Model, c.Model), t.Params
	}
	chats := c.Params
	if old != nil && old.Request != nil {
		c.Params.Answer = answerAgain(chats.Answer, old.Answer(), t.goingOn)
	}
	if err := r.address(t, &c); err != nil {
		return nil, err
	}
	c.Params = chats
	if old == nil {
		c.Params = chats.AfterMessage()
	}
	if !t.queued && (t.target != nil || !c.Params.Equal(chats)) || !named && c.Connection != "" {
		target := c.Target()
		t.stores = &target
	}
	return heads, nil
}

// address determines the connection, model and parameters of a turn. It also assigns the connection
// to a conversation that has none, so that choosing another connection later does not move the
// conversation there.
func (r *Replies) address(t *turn, c *chat.Conversation) error {
	t.connection, t.model, t.params = c.Connection, c.Model, c.Params
	if r.o.Default != nil && (t.connection == "" || t.model == "") {
		connection, model := r.o.Default(t.connection)
		t.connection = connection
		t.model = cmp.Or(t.model, model)
	}
	if r.o.Ready != nil && t.connection != "" {
		if err := r.o.Ready(t.connection); err != nil {
			return err
		}
	}
	if t.model == "" {
		return ErrNoModel
	}
	c.Connection = cmp.Or(c.Connection, t.connection)
	t.tools, t.leftOut = r.definitions(t)
	t.ladder = r.ladder(t)
	return nil
}

// emptyReplies returns one empty message for each choice of the request (GATEWAY.md 4.1.4).
func (r *Replies) emptyReplies(t *turn, parent chat.ID) []chat.Message {
	request := r.request(t)
	all := make([]chat.Message, r.wanted(t))
	for i := range all {
		own := request
		all[i] = chat.Message{
			ID: chat.NewID(), Conversation: t.conversation, Parent: parent, Role: chat.Assistant, State: chat.Waiting,
			Created: request.Started, Request: &own, Choice: i, Sibling: i + 1, Siblings: len(all),
		}
	}
	return all
}

// wanted returns the number of choices to request: one if the model is known to refuse more, or is
// offered tools.
func (r *Replies) wanted(t *turn) int {
	if t.params.Replies == nil || len(t.tools) > 0 ||
		r.o.Catalog != nil && slices.Contains(r.o.Catalog.RefusedFields(t.connection, t.model), "n") {
		return 1
	}
	return min(max(*t.params.Replies, 1), chat.MaxReplies)
}

func (r *Replies) request(t *turn) chat.Request {
	return chat.Request{ID: chat.NewID(), Asked: t.model, Params: t.params, Started: r.o.Now()}
}

// before returns the messages that precede a new question: all visible ones, or those before the
// one it edits.
func (r *Replies) before(ctx context.Context, conversation chat.ID, heads []chat.Head, edits chat.ID) ([]chat.ID, error) {
	if edits != "" {
		at := slices.IndexFunc(heads, func(h chat.Head) bool { return h.ID == edits })
		if at < 0 { // another branch is shown by now
			m, err := r.message(ctx, edits)
			if err != nil {
				return nil, err
			}
			if m.Conversation != conversation || m.Role != chat.User {
				return nil, ErrNoReply
			}
			up, err := r.branch(ctx, conversation, m.Parent)
			return idsOf(up, func(m chat.Message) chat.ID { return m.ID }), err
		}
		if heads[at].Role != chat.User {
			return nil, ErrNoReply
		}
		heads = heads[:at]
	}
	return idsOf(heads, func(h chat.Head) chat.ID { return h.ID }), nil
}

func idsOf[T any](all []T, id func(T) chat.ID) []chat.ID {
	ids := make([]chat.ID, len(all), len(all)+1) // a question follows
	for i, one := range all {
		ids[i] = id(one)
	}
	return ids
}

// message returns one message, from memory if that is newer than the disk.
func (r *Replies) message(ctx context.Context, id chat.ID) (chat.Message, error) {
	all, err := r.messages(ctx, []chat.ID{id})
	if err != nil {
		return chat.Message{}, err
	}
	return all[0], nil
}

func (r *Replies) messages(ctx context.Context, ids []chat.ID) ([]chat.Message, error) {
	all, err := r.o.History.Messages(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read the messages: %w", err)
	}
	if len(all) != len(ids) {
		return nil, ErrNoReply
	}
	for i := range all {
		if s, ok := r.Snapshot(all[i].ID); ok {
			s.Sibling, s.Siblings = all[i].Sibling, all[i].Siblings
			all[i] = s.Message
		}
	}
	return all, nil
}

// branch returns the visible branch from its root to a message.
func (r *Replies) branch(ctx context.Context, conversation, last chat.ID) ([]chat.Message, error) {
	heads, err := r.o.History.Thread(ctx, conversation)
	if err != nil {
		return nil, fmt.Errorf("read the conversation: %w", err)
	}
	if end := slices.IndexFunc(heads, func(h chat.Head) bool { return h.ID == last }); end >= 0 {
		return r.messages(ctx, idsOf(heads[:end+1], func(h chat.Head) chat.ID { return h.ID }))
	}
	// Another branch is shown by now: go up from the message.
	var up []chat.Message
	for id := last; id != ""; id = up[len(up)-1].Parent {
		m, err := r.message(ctx, id)
		if err != nil {
			return nil, err
		}
		up = append(up, m)
	}
	slices.Reverse(up)
	return up, nil
}
