package core

import (
	"context"

	"parlando/app/ask"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/replies"
	"parlando/client"
)

// gateways adapts connections to package replies.
type gateways struct{ connections *connections.Connections }

// Client implements replies.Gateways.
func (g gateways) Client(ctx context.Context, id chat.ID) (replies.Gateway, error) {
	c, err := g.connections.Client(ctx, id)
	if err != nil {
		return nil, err
	}
	return gateway{c, reporter(g.connections, id)}, nil
}

// reporter returns a function that reports the outcome of a request to a connection.
func reporter(c *connections.Connections, id chat.ID) func(ask.Outcome) {
	if id == "" {
		current, _ := c.Current()
		id = current.ID
	}
	return func(o ask.Outcome) { c.Report(id, o) }
}

type gateway struct {
	client *client.Client
	report func(ask.Outcome)
}

// Chat implements replies.Gateway.
func (g gateway) Chat(ctx context.Context, r client.ChatRequest) (replies.Stream, error) {
	s, err := g.client.Chat(ctx, r)
	o := outcome(r)
	if err != nil {
		o.Err = err
		g.report(o)
		return nil, err
	}
	return &reportedAnswer{Stream: s, report: g.report, outcome: o}, nil
}
