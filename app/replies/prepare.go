package replies

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"parlando/app/chat"
	"parlando/client/fieldname"
)

// prepare completes the plan of a turn from its conversation: connection, model, parameters and
// tools. It returns the visible messages. old is the reply to regenerate or continue, nil for a new
// message.
func (r *Replies) prepare(ctx context.Context, p *turnPlan, old *chat.Message) ([]chat.Head, error) {
	c, visible, err := r.o.History.ConversationWithThread(ctx, p.conversation)
	if err != nil {
		return nil, fmt.Errorf("read the conversation: %w", err)
	}
	named := c.Connection != ""
	if t := p.target; t != nil {
		c.Connection, c.Model, c.Params = cmp.Or(t.Connection, c.Connection), cmp.Or(t.Model, c.Model), t.Params
	}
	params := c.Params
	if old != nil && old.Request != nil {
		c.Params.Answer = answerAgain(params.Answer, old.Answer(), p.continues)
	}
	if err := r.address(ctx, p, &c); err != nil {
		return nil, err
	}
	c.Params = params
	if old == nil {
		c.Params = params.AfterMessage()
	}
	if !p.queued && (p.target != nil || !c.Params.Equal(params)) || !named && c.Connection != "" {
		target := c.Target()
		p.newTarget = &target
	}
	return visible, nil
}

// address sets the connection, model, parameters, tools and background of a plan. It also assigns
// the connection to a conversation that has none, so that choosing another connection later does
// not move the conversation there.
func (r *Replies) address(ctx context.Context, p *turnPlan, c *chat.Conversation) error {
	p.connection, p.model, p.params = c.Connection, c.Model, c.Params
	if r.o.Default != nil && (p.connection == "" || p.model == "") {
		connection, model := r.o.Default(p.connection)
		p.connection = connection
		p.model = cmp.Or(p.model, model)
	}
	if r.o.Ready != nil && p.connection != "" {
		if err := r.o.Ready(p.connection); err != nil {
			return err
		}
	}
	if p.model == "" {
		return ErrNoModel
	}
	c.Connection = cmp.Or(c.Connection, p.connection)
	p.offerTools(r.o.Tools, r.o.Catalog)
	if r.o.Background == nil {
		return nil
	}
	asked := *c
	asked.Model, asked.Params = p.model, p.params
	background, err := r.o.Background(ctx, asked)
	if err != nil {
		return fmt.Errorf("read what is sent with the chat: %w", err)
	}
	p.background = background
	return nil
}

// emptyReplies returns one empty message for each choice of the request (GATEWAY.md 4.1.4).
func (r *Replies) emptyReplies(p *turnPlan, parent chat.ID) []chat.Message {
	request := p.newRequest(r.o.Now())
	all := make([]chat.Message, r.choices(p))
	for i := range all {
		own := request
		all[i] = chat.Message{
			ID: chat.NewID(), Conversation: p.conversation, Parent: parent, Role: chat.Assistant, State: chat.Waiting,
			Created: request.Started, Request: &own, Choice: i, Sibling: i + 1, Siblings: len(all),
		}
	}
	return all
}

// choices returns the number of choices to request: one if the model is known to refuse several, or
// if tools are offered.
func (r *Replies) choices(p *turnPlan) int {
	if p.params.Replies == nil || len(p.tools) > 0 ||
		r.o.Catalog != nil && slices.Contains(r.o.Catalog.RefusedFields(p.connection, p.model), fieldname.N) {
		return 1
	}
	return min(max(*p.params.Replies, 1), chat.MaxReplies)
}
