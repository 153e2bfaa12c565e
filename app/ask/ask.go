// Package ask sends the requests of all owners to services. It leaves out the fields that a model
// is known to refuse, learns from each response what the model refuses and accepts, and reports the
// outcome. Nothing else in the program sends a chat, speech or transcription request.
package ask

import (
	"context"
	"io"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/client"
	"parlando/client/failure"
)

// Services provides the services of the connections (package connections). "" is the current
// connection.
type Services interface {
	// Resolve returns the id of a connection and its base address, "" if there is none. It reads
	// neither the network nor the keyring.
	Resolve(connection chat.ID) (id chat.ID, address string)
	// Service returns the service of a connection for the next request, whose subject is in ctx
	// (package cost). An error carries its problem (package problem).
	Service(ctx context.Context, connection chat.ID) (*Service, error)
}

// Service is the service of one connection, for one caller.
type Service struct {
	Connection chat.ID
	Gateway    Gateway
	// Known stores what responses show about models; nil stores nothing.
	Known Knowledge
	// Report is called with the outcome of each request; nil reports nothing.
	Report func(Outcome)
	// Evidence returns the refusals to learn of those in a response to Chat; nil returns all. It
	// may change the slice.
	Evidence func([]failure.Refusal) []failure.Refusal
}

// Knowledge stores what models refuse, and which of them think (package catalog).
type Knowledge interface {
	// RefusedFields returns the request fields that the model is known to refuse with any value,
	// and the languages that it refuses (failure.Refusal.Omission).
	RefusedFields(connection chat.ID, model string) []string
	// LearnRefusals records what the model has refused.
	LearnRefusals(connection chat.ID, model string, refused []failure.Refusal)
	// LearnAccepted records that the model accepted a value of a request field.
	LearnAccepted(connection chat.ID, model, field, value string)
	// LearnThinks records that a reply of the model had reasoning.
	LearnThinks(connection chat.ID, model string)
}

// Outcome is the result of one request.
type Outcome struct {
	// What is the requested ability: ListsModels, RepliesToMessages, SynthesizesSpeech or
	// TranscribesAudio.
	What catalog.Ability
	// Model is the requested model; "" for a list.
	Model string
	// Err is nil if the request succeeded, or had succeeded until the user stopped it.
	Err error
	// Streamed reports that the reply was streamed, Whole that it arrived at once. Neither is set
	// for an empty reply.
	Streamed, Whole bool
	// Pictures and Documents report whether the request contained any, from the message or earlier
	// ones.
	Pictures, Documents bool
	// Tools reports whether the reply contains tool calls.
	Tools bool
}

// Gateway sends requests to one service. Client implements it.
type Gateway interface {
	Chat(ctx context.Context, r client.ChatRequest) (Stream, error)
	Speech(ctx context.Context, r client.SpeechRequest) (Sound, error)
	Transcribe(ctx context.Context, r client.TranscriptionRequest) (client.Transcript, error)
}

// Stream is a reply being received, as described by client.Stream.
type Stream interface {
	Next() bool
	Chunk() client.Chunk
	Err() error
	Close() error
	RequestID() string
	Streamed() bool
	Dropped() []failure.Refusal
}

// Sound is a sound being received, as described by client.Speech.
type Sound interface {
	io.ReadCloser
	// Format returns the format of the bytes, "" if unknown.
	Format() client.AudioFormat
	// Dropped lists the request fields that the service refused.
	Dropped() []failure.Refusal
}

// Client is a client as a Gateway.
type Client struct{ *client.Client }

// Chat implements Gateway.
func (c Client) Chat(ctx context.Context, r client.ChatRequest) (Stream, error) {
	s, err := c.Client.Chat(ctx, r)
	if err != nil {
		return nil, err // not an interface around nothing
	}
	return s, nil
}

// Speech implements Gateway.
func (c Client) Speech(ctx context.Context, r client.SpeechRequest) (Sound, error) {
	s, err := c.Client.Speech(ctx, r)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Service) refusedFields(model string) []string {
	if s.Known == nil {
		return nil
	}
	return s.Known.RefusedFields(s.Connection, model)
}

func (s *Service) learn(model string, refused []failure.Refusal) {
	if s.Known != nil {
		s.Known.LearnRefusals(s.Connection, model, refused)
	}
}

func (s *Service) thinks(model string) {
	if s.Known != nil {
		s.Known.LearnThinks(s.Connection, model)
	}
}

func (s *Service) accepted(model, field, value string) {
	if s.Known != nil {
		s.Known.LearnAccepted(s.Connection, model, field, value)
	}
}

func (s *Service) report(o Outcome) {
	if s.Report != nil {
		s.Report(o)
	}
}
