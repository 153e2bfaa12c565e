package core

import (
	"context"

	"parley/app/chat"
	"parley/app/connections"
	"parley/app/replies"
	"parley/app/speech"
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

// speechGateways lets reading aloud speak to the client of a connection.
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
	return speechGateway{c}, nil
}

type speechGateway struct{ client *client.Client }

// Speech implements speech.Gateway.
func (g speechGateway) Speech(ctx context.Context, r client.SpeechRequest) (speech.Body, error) {
	s, err := g.client.Speech(ctx, r)
	if err != nil {
		return nil, err
	}
	return s, nil
}
