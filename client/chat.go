package client

import (
	"context"
	"net/http"
	"slices"

	"parlando/client/failure"
	"parlando/client/fieldname"
)

// Chat requests a reply (GATEWAY.md 4.1) and returns once the service has begun to respond. The
// caller must read the Stream to its end and close it. The error is a *failure.Error, or the
// context's own.
//
// If the model refuses an optional field, the field is left out and the request repeated; if the
// service does not stream, the whole reply is requested. Stream.Dropped lists such fields. A
// refused value ends the request; Error.Refusal holds the accepted range. Otherwise Chat repeats
// the request at most twice, and only if nothing was sent or the service was busy: a lost request
// may have been billed.
func (c *Client) Chat(ctx context.Context, r ChatRequest) (*Stream, error) {
	charge := Charge{Purpose: PurposeChat, Model: r.Model, Pictures: r.pictures(), Prompt: r.texts()}
	m := c.meter(ctx, charge)
	s, err := c.chat(ctx, r, m)
	if err != nil {
		m.end(err)
	}
	return s, err
}

// chat is Chat for a request that already has a meter.
func (c *Client) chat(ctx context.Context, r ChatRequest, m *requestMeter) (*Stream, error) {
	var asked ChatRequest
	a, dropped, err := c.ask(ctx, r.Omit, func(without []string) (request, error) {
		asked = r
		asked.Omit = without
		body, sent, leftOut, err := chatBody(asked)
		if err != nil {
			return request{}, c.refuse(err)
		}
		if slices.Contains(without, fieldname.N) {
			asked.N = 1 // without n in the request the service sends one reply
		}
		if r.OnSend != nil {
			r.OnSend(sent, leftOut)
		}
		o := request{
			method: http.MethodPost, path: "/chat/completions", json: body, fields: slices.Concat(sent, asked.bareCalls(), asked.thinkingFields()), images: r.pictures() > 0, metering: m, exactFormat: true,
			silence: c.options.SilenceTimeout, accept: "text/event-stream, application/json", onLoading: r.OnLoading,
		}
		if !streams(asked) {
			o.packed, o.accept = true, "application/json"
			o.silence *= 5 // an unstreamed reply arrives only when it is complete
		}
		return o, nil
	})
	if err != nil {
		return nil, err
	}
	s := newStream(a, asked, dropped)
	s.metering = m
	m.answered()
	s.again = func(refused failure.Refusal) (*Stream, error) {
		r := r
		r.Omit = append(slices.Clone(asked.Omit), refused.Omission())
		return c.chat(ctx, r, m)
	}
	return s, nil
}

// refuse returns the *Error for a request that cannot be encoded, so that nothing is sent.
func (c *Client) refuse(err error) *failure.Error {
	return &failure.Error{Kind: failure.BadRequest, Host: c.options.Address.Host(), Detail: err.Error(), Err: err}
}
