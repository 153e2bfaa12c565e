package client

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"sync"
	"time"

	"parlando/client/failure"
	"parlando/client/wire"
)

// Stream is a streamed reply. Next, Chunk and the accessors must be called from one goroutine;
// Close may be called from any.
//
//	for s.Next() {
//		use(s.Chunk())
//	}
//	err := s.Err()
//
// The finish reason and the tool calls of every choice are in the last chunk, once the end has been
// seen.
type Stream struct {
	// answer is set by newStream and replaced only by askAgain, which holds swap.
	*answer
	swap    sync.Mutex
	closed  bool
	again   func(failure.Refusal) (*Stream, error)
	asked   int // number of requested choices
	most    int // ChatRequest.MaxBytes, or math.MaxInt
	dropped []failure.Refusal

	onPicture func()

	payloads wire.Payloads
	try      wire.Decoder
	fast     fastDecoder
	event    event
	choices  []*choice
	chunk    Chunk
	deltas   []Delta
	id       string
	model    string
	usage    *Usage // reported so far
	metering *requestMeter

	opened   bool
	sawChunk bool // something that is part of a reply has arrived
	end      bool // stop reading
	complete bool // the end of the reply was seen
	last     bool // the last chunk has been returned
	err      error
	close    sync.Once
}

func newStream(a *answer, r ChatRequest, dropped []failure.Refusal) *Stream {
	s := &Stream{
		answer: a, asked: max(r.N, 1), dropped: dropped, most: r.MaxBytes, onPicture: r.OnPicture,
	}
	s.payloads.OnData = r.OnPicture
	if s.most <= 0 {
		s.most = math.MaxInt
	}
	s.try = s.decode
	return s
}

// RequestID returns the service's request id from the headers, or "".
func (s *Stream) RequestID() string { return s.answer.requestID() }

// Dropped returns the fields that were left out because the service refused them, in the order of
// the refusals. Pass the Omission of each to ChatRequest.Omit in later requests.
func (s *Stream) Dropped() []failure.Refusal { return slices.Clone(s.dropped) }

// Streamed reports whether the response is a stream of events instead of a single value; it is
// known once Next has returned.
func (s *Stream) Streamed() bool { return s.payloads.SawField }

// Complete reports, after Next has returned false, whether the end of the reply was seen. A
// complete reply may still have an error: no text at all, or an incomplete tool call.
func (s *Stream) Complete() bool { return s.complete && s.last }

// Chunk returns what Next found. The chunk and everything that it references are valid until the
// next call of Next; strings may be retained.
func (s *Stream) Chunk() Chunk { return s.chunk }

// Err returns nil only after a true end, once Next has returned false; else the context's error if
// it was canceled, context.Canceled if the Stream was closed early, or an *Error.
func (s *Stream) Err() error { return s.err }

// Close cancels the request if it is still running and frees its resources. It may be called more
// than once.
func (s *Stream) Close() error {
	s.swap.Lock()
	s.closed = true
	a := s.answer
	s.swap.Unlock()
	s.close.Do(a.release)
	s.metering.end(context.Canceled)
	return nil
}

// Next waits for the next chunk of the reply; it returns false if there is none, see Err.
func (s *Stream) Next() bool {
	for !s.end {
		done, plain, err := s.read()
		switch {
		case err != nil:
			s.endOfBody(err)
		case plain != "":
			s.refuse(failure.ParseErrorBody([]byte(plain)))
		case done:
			s.end, s.complete = true, true
		case s.merge():
			s.metering.chunk(s.chunk)
			return true
		}
	}
	if s.last {
		return false
	}
	s.last = true
	some := s.closing()
	if e := (*failure.Error)(nil); errors.As(s.err, &e) && e.ReplyID == "" {
		e.ReplyID = s.id
	}
	if some {
		s.metering.chunk(s.chunk)
	}
	s.metering.end(s.err)
	return some
}

// read decodes the next value into s.event.
func (s *Stream) read() (done bool, plainFault string, err error) {
	if !s.opened {
		s.opened = true
		body, err := wire.DecompressBody(s.response, aliveReader{s.response.Body, s.watch})
		if err != nil {
			return false, "", err
		}
		s.payloads.Open(body)
	}
	return s.payloads.Next(s.try)
}

// decode decodes one payload into s.event, with the fast decoder if it has the common shape.
func (s *Stream) decode(payload []byte) bool {
	if s.payloads.Truncated {
		return decodeCut(payload, &s.event)
	}
	return s.fast.decode(payload, &s.event) || decodeLoose(payload, &s.event)
}

// merge applies s.event to the choices and fills s.chunk; it reports whether there is anything to
// show.
func (s *Stream) merge() bool {
	e := &s.event
	s.sawChunk = s.sawChunk || e.known
	if s.id == "" {
		s.id = s.client.mask.Text(failure.ShortID(e.id))
	}
	if e.model != "" && e.model != s.model {
		s.model = s.client.mask.Text(e.model)
	}
	s.deltas = s.deltas[:0]
	s.number(e)
	for i := range e.pieces {
		if s.mergeDelta(&e.pieces[i]); s.end {
			break
		}
	}
	if s.end {
		// too long: ignore the rest of the event
	} else if e.fault != nil && (len(e.pieces) == 0 || s.asked <= len(e.pieces)) {
		s.refuse(*e.fault)
	} else if e.whole && e.allPiecesWhole() && !s.payloads.SawField && !s.payloads.Truncated {
		// A reply sent as one JSON value is complete, even if the connection stays open.
		s.end, s.complete = true, true
	} else if s.allFinished() {
		s.finishSoon()
	}
	if len(s.deltas) == 0 && e.usage == nil {
		return false
	}
	if e.usage != nil {
		e.usage = s.addUsage(e.usage)
	}
	s.chunk = Chunk{ID: s.id, Model: s.model, Choices: s.deltas, Usage: e.usage}
	return true
}

// mergeDelta applies a delta of the event to its choice, and adds visible content to s.deltas.
func (s *Stream) mergeDelta(p *choiceDelta) {
	e := &s.event
	c := s.choice(p.index, len(e.pieces) == 1)
	if c == nil {
		return
	}
	if e.fault != nil && s.asked > len(e.pieces) {
		p.fault = e.fault // the error of this choice alone
	}
	var d Delta
	if shows := c.apply(p, &d); c.preparing(&d) || shows {
		s.add(c, &d)
	}
	if c.pictures.data > 0 && s.onPicture != nil {
		s.onPicture()
	}
	if c.reachesBound() {
		s.endTooLong(c)
		return
	}
	if p.fault != nil && s.asked == 1 {
		e.fault = p.fault
	}
}

// addUsage adds the usage of an event to the usage of the stream, and returns the sum.
func (s *Stream) addUsage(u *Usage) *Usage {
	s.usage = s.usage.and(u)
	// The headers of a stream are sent before its cost is known.
	if s.usage.Cost == nil && !s.payloads.SawField {
		s.usage = s.usage.and(costAlone(headerCost(s.response.Header)))
	}
	s.usage.hideKey(s.client.mask)
	return s.usage
}

// add appends a choice's delta to the chunk, with the key hidden and the buffered end left out.
func (s *Stream) add(c *choice, d *Delta) {
	if before := c.key.redact(d); !before.empty() {
		c.cut(&before)
		s.deltas = append(s.deltas, before)
	}
	c.cut(d)
	if !d.empty() || d.PreparingTool != "" {
		s.deltas = append(s.deltas, *d)
	}
}

func (e *event) allPiecesWhole() bool {
	return !slices.ContainsFunc(e.pieces, func(p choiceDelta) bool { return !p.message })
}

// number numbers the choices of an event by their position if several have the same index. It does
// so in an unstreamed reply and in events with as many choices as requested, but not if a single
// choice was requested: then the event may have text and tool calls as separate entries.
func (s *Stream) number(e *event) {
	if s.asked == 1 || !e.whole && len(e.pieces) != s.asked {
		return
	}
	seen := map[int]bool{}
	for _, p := range e.pieces {
		if seen[p.index] {
			for i := range e.pieces {
				e.pieces[i].index = i
			}
			return
		}
		seen[p.index] = true
	}
}

// choice returns the choice with an index, creating it if necessary; nil if there are too many. If
// a single choice was requested, some services increase its index with each chunk; alone in its
// event, such an index means the same choice.
func (s *Stream) choice(index int, alone bool) *choice {
	for _, c := range s.choices {
		if c.index == index || s.asked == 1 && alone && len(s.choices) == 1 && index == c.lastIndex+1 {
			c.lastIndex = index
			return c
		}
	}
	if len(s.choices) >= maxChoices {
		return nil
	}
	c := &choice{index: index, lastIndex: index, left: s.most, key: redactor{mask: s.client.mask}}
	s.choices = append(s.choices, c)
	return c
}

// allFinished reports whether every choice received has a finish reason.
func (s *Stream) allFinished() bool {
	for _, c := range s.choices {
		if c.finish == "" {
			return false
		}
	}
	return len(s.choices) > 0
}

// finishSoon shortens the watchdog after all finish reasons: a short silence then ends the reply.
// It waits longer if fewer choices than requested have arrived.
func (s *Stream) finishSoon() {
	limit := s.client.options.FinishTimeout
	if len(s.choices) < s.asked {
		limit = min(4*limit, s.watch.limit)
	}
	s.watch.shorten(limit)
}

// endOfBody decides whether the reply is complete when its body has ended.
func (s *Stream) endOfBody(err error) {
	s.end = true
	switch {
	case s.allFinished():
		// After all finish reasons the reply is complete, however the connection ended.
		s.complete = true
	case wire.IsConnectionLost(err), context.Cause(s.ctx) != nil:
		s.err = s.broken(err)
	case s.sawChunk && len(s.choices) > 0:
		s.err = s.failure(failure.Truncated, "The stream ended without an end mark.", io.ErrUnexpectedEOF)
	default:
		s.err = s.notUnderstood(&s.payloads, nil)
	}
}

// refuse ends reading with an error of the service. If a field was refused before any of the reply
// arrived, the request is repeated once without it, as after a refusal with an HTTP status: nothing
// was generated that could be billed.
func (s *Stream) refuse(f failure.ErrorBody) {
	e := s.failedInside(f)
	begun := slices.ContainsFunc(s.choices, func(c *choice) bool { return c.said || len(c.calls) > 0 })
	if r := e.Refusal; r == nil || begun || len(s.dropped) >= maxDrops ||
		!mayDrop(request{exactFormat: true}, *r) || s.ctx.Err() != nil {
		e.Dropped = s.dropped
		s.fail(e)
		return
	}
	s.askAgain(*e.Refusal)
}

// askAgain repeats the request without a refused field and continues with its response.
func (s *Stream) askAgain(refused failure.Refusal) {
	s.release()
	s.dropped = append(s.dropped, refused)
	next, err := s.again(refused)
	if err != nil {
		if e := (*failure.Error)(nil); errors.As(err, &e) {
			e.Dropped = append(slices.Clone(s.dropped), e.Dropped...)
		}
		s.end, s.err = true, err
		return
	}
	s.swap.Lock()
	defer s.swap.Unlock()
	if s.closed {
		next.release()
	}
	s.answer, s.again, s.asked = next.answer, next.again, next.asked
	s.dropped = append(s.dropped, next.dropped...)
	s.payloads, s.opened, s.sawChunk, s.id, s.model = next.payloads, false, false, "", ""
	s.choices = s.choices[:0]
}

// fail ends reading with an error, and marks unfinished choices as failed.
func (s *Stream) fail(e *failure.Error) {
	s.end, s.complete, s.err = true, false, e
	for _, c := range s.choices {
		if c.finish == "" {
			c.finish = "error"
		}
	}
}

// closing fills the last chunk with the buffered text, the finish reasons and the tool calls. It
// returns false if the chunk is empty.
func (s *Stream) closing() bool {
	// A tool call may be incomplete if an event could not be read; it must not run.
	callable := s.complete && s.payloads.LostContent == ""
	if s.complete {
		s.incomplete()
		s.letGo()
	} else {
		_ = s.Close()
	}
	s.deltas = s.deltas[:0]
	silent := true
	for _, c := range s.choices {
		d := Delta{Index: c.index}
		c.flush(&d)
		if before := c.key.redact(&d); !before.empty() {
			c.cut(&before)
			s.deltas = append(s.deltas, before)
		}
		c.key.release(&d)
		c.cut(&d)
		if c.reachesBound() && s.err == nil { // including the text buffered until now
			s.endTooLong(c)
			callable = false
		}
		if callable && c.finish != "error" {
			if bad := c.finishCalls(&d); bad != "" && s.err == nil {
				s.err = s.failure(failure.BadToolCall, bad, nil)
			}
			c.key.redactCalls(d.ToolCalls)
			d.Thinking = c.thinking.thinking()
			c.key.redactThinking(d.Thinking)
		}
		d.FinishReason = s.client.mask.Text(c.finish)
		silent = silent && c.silent()
		if !d.empty() || d.FinishReason != "" || len(d.ToolCalls) > 0 {
			s.deltas = append(s.deltas, d)
		}
	}
	if s.complete && s.err == nil && silent {
		s.err = s.failure(failure.EmptyReply, "", nil)
		s.complete = len(s.choices) > 0
	}
	s.chunk = Chunk{ID: s.id, Model: s.model, Choices: s.deltas}
	return len(s.deltas) > 0
}

// incomplete sets the error of a reply whose end was seen but which is not complete: a choice
// failed, or a chunk could not be read.
func (s *Stream) incomplete() {
	for _, c := range s.choices {
		if c.finish == "error" {
			s.complete, s.err = false, s.failedInside(*c.fault)
			return
		}
	}
	if lost := s.payloads.LostContent; lost != "" {
		s.complete, s.err = false, s.failure(failure.BadReply, "A part of the reply could not be read: "+lost, nil)
	}
}

// drainLimit bounds reading the rest of a complete response so that its connection can be reused.
const drainLimit = 250 * time.Millisecond

// letGo reads a complete response to its end in the background and then releases the request.
func (s *Stream) letGo() {
	s.close.Do(func() {
		s.watch.stop()
		stop := time.AfterFunc(drainLimit, func() { s.cancel(errFinished) })
		go func() {
			_, _ = io.CopyN(io.Discard, s.response.Body, 64<<10)
			stop.Stop()
			_ = s.response.Body.Close()
			s.cancel(errClosed)
		}()
	})
}
