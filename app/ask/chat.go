package ask

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/client"
	"parlando/client/failure"
)

// Chat requests a reply of at most r.MaxBytes; 0 means chat.MaxReplyBytes. It sets r.Omit. The
// outcome is reported when the stream ends, or when it is closed after its first text.
func (s *Service) Chat(ctx context.Context, r client.ChatRequest) (Stream, error) {
	r.MaxBytes = cmp.Or(r.MaxBytes, chat.MaxReplyBytes)
	r.Omit = s.refusedFields(r.Model)
	reply := &reply{service: s, outcome: outcome(r)}
	onSend := r.OnSend
	r.OnSend = func(sent, leftOut []failure.Field) {
		reply.sent = sent
		if onSend != nil {
			onSend(sent, leftOut)
		}
	}
	stream, err := s.Gateway.Chat(ctx, r)
	if err != nil {
		reply.outcome.Err = err
		reply.learn(failure.Refusals(err))
		s.report(reply.outcome)
		return nil, err
	}
	dropped := stream.Dropped()
	reply.Stream, reply.dropped = stream, len(dropped)
	reply.learn(dropped)
	return reply, nil
}

// outcome returns the description of a request whose result is not known yet.
func outcome(r client.ChatRequest) Outcome {
	o := Outcome{What: catalog.RepliesToMessages, Model: r.Model}
	for _, m := range r.Messages {
		for _, p := range m.Content {
			document := strings.HasPrefix(p.ImageURL, "data:application/pdf")
			o.Documents = o.Documents || document
			o.Pictures = o.Pictures || p.ImageURL != "" && !document
		}
	}
	return o
}

// reply is a stream that learns and reports its outcome once, when it ends or is closed.
type reply struct {
	Stream
	service  *Service
	sent     []failure.Field // the optional fields of the last attempt
	dropped  int             // number of Dropped refusals that were learned when the reply began
	outcome  Outcome
	texts    int  // number of chunks with content
	thought  bool // the model has thought
	ended    bool
	reported bool
}

// Next implements Stream.
func (r *reply) Next() bool {
	if !r.Stream.Next() {
		r.end()
		return false
	}
	chunk := r.Chunk()
	r.thought = r.thought || chunk.Usage != nil && chunk.Usage.Tokens.Reasoning > 0
	for _, d := range chunk.Choices {
		r.thought = r.thought || d.Reasoning != ""
		r.outcome.Tools = r.outcome.Tools || len(d.ToolCalls) > 0
		if d.Text != "" || d.Reasoning != "" || len(d.Images) > 0 {
			r.texts++
			break
		}
	}
	return true
}

// end learns from the complete response, or from its error.
func (r *reply) end() {
	if r.ended {
		return
	}
	r.ended = true
	err := r.Err()
	r.learn(append(r.Dropped()[r.dropped:], failure.Refusals(err)...))
	if err == nil {
		for _, f := range r.sent {
			r.service.accepted(r.outcome.Model, f.Name, string(f.Value))
		}
	}
	if r.texts == 0 || !errors.Is(err, context.Canceled) {
		r.outcome.Err = err
	}
	r.report()
}

func (r *reply) learn(refused []failure.Refusal) {
	if r.service.Evidence != nil {
		refused = r.service.Evidence(refused)
	}
	r.service.learn(r.outcome.Model, refused)
}

// Close implements Stream. A reply that the user stops after its beginning is a success.
func (r *reply) Close() error {
	if r.texts > 0 {
		r.report()
	}
	return r.Stream.Close()
}

func (r *reply) report() {
	if r.reported {
		return
	}
	r.reported = true
	if r.thought {
		r.service.thinks(r.outcome.Model)
	}
	if r.texts > 0 {
		r.outcome.Streamed = r.Streamed() || r.texts > 1
		r.outcome.Whole = !r.outcome.Streamed
	}
	r.service.report(r.outcome)
}
