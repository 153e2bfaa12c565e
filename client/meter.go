package client

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
)

// Meter is notified of every request that may cost money. Its methods may be called from any
// goroutine and must return immediately.
type Meter interface {
	// Sent is called each time a request is sent, including retries by the client. ctx is the
	// context of the caller.
	Sent(ctx context.Context, c Charge)
	// Ended is called once for each request that was sent, with everything known about it.
	Ended(ctx context.Context, c Charge)
}

// Charge describes one request that may cost money: for a reply, for speech or for a transcript.
type Charge struct {
	// ID is unique in this process.
	ID uint64
	// Purpose is PurposeChat, PurposeSpeech or PurposeTranscription.
	Purpose Purpose
	// Model is the requested model; ServedModel the one that responded, "" if not reported.
	Model, ServedModel string
	// Attempts is the number of times the request was sent.
	Attempts int
	// Answered means that the service began to respond and reported no error.
	Answered bool
	// AudioSeconds is the duration of the recording sent in seconds, 0 if unknown; Characters is
	// the length of the text to synthesize.
	AudioSeconds float64
	Characters   int
	// Pictures is the number of pictures and documents sent.
	Pictures int
	// Usage is nil if not reported.
	Usage *Usage
	// Prompt has the texts that were sent. Reply is the received text, up to about 4 MB; it is only
	// set for Ended.
	Prompt []string
	Reply  string
	// Err is nil if the request completed. It is only set for Ended.
	Err error
}

// maxMetered bounds the text of a reply that is stored for the meter, in bytes.
const maxMetered = 4 << 20

var lastCharge atomic.Uint64

// requestMeter reports one request to the Meter. All methods of a nil requestMeter do nothing.
type requestMeter struct {
	ctx   context.Context
	meter Meter

	mu     sync.Mutex
	charge Charge
	reply  strings.Builder
	ended  bool
}

// meter starts to track a request; it returns nil without a Meter.
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

// answered records that the service began to respond.
func (m *requestMeter) answered() {
	m.note(func(c *Charge) { c.Answered = true })
}

// chunk records the text, the usage and the model of a chunk.
func (m *requestMeter) chunk(c Chunk) {
	m.note(func(charge *Charge) {
		if c.Model != "" {
			charge.ServedModel = c.Model
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

// end reports the end of the request to the Meter, once, unless the request was never sent.
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

// texts returns all texts of the request.
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

// pictures returns the number of pictures and documents of the request.
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
