package core

import (
	"context"

	"parley/app/chat"
	"parley/app/connections"
	"parley/app/replies"
	"parley/client"
)

// gateways lets replies speak to the client of a connection.
type gateways struct{ connections *connections.Connections }

// Client implements replies.Gateways.
func (g gateways) Client(ctx context.Context, id chat.ID) (replies.Gateway, error) {
	c, err := g.connections.Client(ctx, id)
	if err != nil {
		return nil, err
	}
	return gateway{c}, nil
}

type gateway struct{ client *client.Client }

// Chat implements replies.Gateway.
func (g gateway) Chat(ctx context.Context, r client.ChatRequest) (replies.Stream, error) {
	s, err := g.client.Chat(ctx, r)
	if err != nil {
		return nil, err
	}
	return s, nil
}
