package replies

import (
	"context"

	"parlando/app/chat"
	"parlando/client"
	"parlando/client/failure"
)

// AskModel sends one question to a model, outside any conversation. It leaves out fields that known
// lists as refused and records new refusals in known, which may be nil. The caller reads the Stream
// to its end, at most chat.MaxReplyBytes, and closes it.
func AskModel(ctx context.Context, gateways Gateways, known Refusals, connection chat.ID,
	r client.ChatRequest,
) (Stream, error) {
	gateway, err := gateways.Client(ctx, connection)
	if err != nil {
		return nil, err
	}
	r.MaxBytes = chat.MaxReplyBytes
	if known != nil {
		r.Omit = known.RefusedFields(connection, r.Model)
	}
	s, err := gateway.Chat(ctx, r)
	if err != nil {
		s = nil // nil itself, not an interface with a nil pointer
	}
	if known != nil {
		known.LearnRefusals(connection, r.Model, refusals(s, err))
	}
	return s, err
}

// refusals returns the refusals that the stream reports or that err contains.
func refusals(s Stream, err error) []failure.Refusal {
	all := failure.Refusals(err)
	if d, ok := s.(interface{ Dropped() []failure.Refusal }); ok {
		all = append(d.Dropped(), all...)
	}
	return all
}
