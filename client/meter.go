package client

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
)

// Meter is told of every request that can cost. Its methods may be called from any goroutine and
// must return at once.
type Meter interface {
	// Sent is called each time that a request leaves: again when the client asks again by itself.
	// ctx is that of the caller.
	Sent(ctx context.Context, c Charge)
	// Ended is called once for each request that left, with all that is known of it.
	Ended(ctx context.Context, c Charge)
}

// Charge describes one request that can cost: for a reply, for speech or for a transcript.
type Charge struct {
	// ID is unique in this process.
	ID uint64
	// Purpose is PurposeChat, PurposeSpeech or PurposeTranscription.
	Purpose Purpose
	// Model is the one that was asked; Served the one that answered, "" if the service did not say.
	Model, Served string
	// Attempts is the number of requests that left.
	Attempts int
	// Answered: the service began to answer and reported no error.
	Answered bool
	// Sound is the length of the recording that was sent in seconds, 0 if it is not known;
	// Characters is the length of the text to be spoken.
	Sound      float64
	Characters int
	// Pictures is the number of pictures and documents sent.
	Pictures int
	// Usage is nil if the service did not tell.
	Usage *Usage
	// Prompt holds the texts that were sent, Reply the text that came, as far as it is known; Reply
	// is set by Ended alone.
	Prompt []string
	Reply  string
	// Err is nil after a true end. It is set by Ended.
	Err error
}

// maxMetered is the number of bytes of a reply that are kept for the meter.
const maxMetered = 4 << 20

var lastCharge atomic.Uint64

// requestMeter follows one request for the meter; nil follows none.
type requestMeter struct {
	ctx   context.Context
	meter Meter

	mu     sync.Mutex
	charge Charge
	reply  strings.Builder
	ended  bool
}

// meter begins to follow a request; nil where nobody wants to know.
func (c *Client) meter(ctx context.Context, charge Charge) *requestMeter {
	if c.options.Meter == nil {
		return nil
	}
	charge.ID = lastCharge.Add(1)
	return &requestMeter{ctx: ctx, meter: c.options.Meter, charge: charge}
}

// sent reports one attempt.
func (m *requestMeter) sent() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.charge.Attempts++
	m.meter.Sent(m.ctx, m.charge)
}

// answered notes that the service began to answer.
func (m *requestMeter) answered() {
	m.note(func(c *Charge) { c.Answered = true })
}

// chunk notes what a chunk of a reply says.
func (m *requestMeter) chunk(c Chunk) {
	m.note(func(charge *Charge) {
		if c.Model != "" {
			charge.Served = c.Model
		}
		if c.Usage != nil {
			charge.Usage = c.Usage
		}
		for _, d := range c.Choices {
			if m.reply.Len() < maxMetered {
				m.reply.WriteString(d.Reasoning)
				m.reply.WriteString(d.Text)
				for _, call := range d.ToolCalls {
					m.reply.WriteString(call.Name)
					m.reply.WriteString(call.Arguments)
				}
			}
		}
	})
}

func (m *requestMeter) note(f func(*Charge)) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	f(&m.charge)
}

// end reports the end, once. A request that never left is not reported.
func (m *requestMeter) end(err error) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ended {
		return
	}
	if m.ended = true; m.charge.Attempts == 0 {
		return
	}
	m.charge.Err = err
	m.charge.Reply = m.reply.String()
	m.meter.Ended(m.ctx, m.charge)
}

// texts are all words of the request.
func (r ChatRequest) texts() []string {
	var all []string
	for _, m := range r.Messages {
		for _, p := range m.Content {
			all = append(all, p.Text)
		}
		for _, call := range m.ToolCalls {
			all = append(all, call.Name, call.Arguments)
		}
	}
	for _, t := range r.Tools {
		all = append(all, t.Name, t.Description, string(t.Parameters))
	}
	return append(all, string(r.ResponseFormat.schema))
}

// pictures is the number of pictures and documents of the request.
func (r ChatRequest) pictures() (n int) {
	for _, m := range r.Messages {
		for _, p := range m.Content {
			if p.ImageURL != "" {
				n++
			}
		}
	}
	return n
}
