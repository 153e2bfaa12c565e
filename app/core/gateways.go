package core

import (
	"context"

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/app/replies"
	"parlando/app/speech"
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

// speechGateways adapts connections to package speech.
type speechGateways struct{ connections *connections.Connections }

// Service implements speech.Gateways.
func (g speechGateways) Service(id chat.ID) (_ chat.ID, address string) {
	if id == "" {
		current, _ := g.connections.Current()
		return current.ID, current.Address
	}
	for _, c := range g.connections.List() {
		if c.ID == id {
			address = c.Address
		}
	}
	return id, address
}

// Client implements speech.Gateways.
func (g speechGateways) Client(ctx context.Context, id chat.ID) (speech.Gateway, error) {
	c, err := g.connections.Client(ctx, id)
	if err != nil {
		return nil, err
	}
	return speechGateway{c, reporter(g.connections, id)}, nil
}

type speechGateway struct {
	client *client.Client
	report func(ask.Outcome)
}

// Speech implements speech.Gateway.
func (g speechGateway) Speech(ctx context.Context, r client.SpeechRequest) (speech.SoundStream, error) {
	s, err := g.client.Speech(ctx, r)
	g.report(ask.Outcome{What: catalog.SynthesizesSpeech, Model: r.Model, Err: err})
	if err != nil {
		return nil, err
	}
	return s, nil
}
