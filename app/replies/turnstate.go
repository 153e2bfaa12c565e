package replies

import (
	"context"
	"sync"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/client"
)

// quietAfter is the time without data after which a snapshot reports Quiet.
const quietAfter = 10 * time.Second

// turnState is the content of a turn in flight: its replies, one for each choice, and the status
// that the window shows. All methods are safe for concurrent use and only read or write memory.
// Methods that change displayed content mark the messages as changed after releasing the lock.
type turnState struct {
	marks *changes.Marks
	// over is closed when every reply has ended.
	over chan struct{}
	// grown wakes the writer.
	grown chan struct{}

	mu sync.Mutex
	// replies and their IDs are set by begin and do not change afterwards.
	replies []*reply
	cancel  context.CancelFunc
	// lastData is the time of the last data from the service, a tool or the user.
	lastData time.Time
	// quiet reports that no data has arrived for quietAfter.
	quiet bool
	// loading reports that the service is still loading the model.
	loading bool
	// waitingForUser counts the calls waiting for permission.
	waitingForUser int
	// requestChanged reports that the fields of the request must still be written to disk.
	requestChanged bool
	// writeProblem is the error of the last write, nil if everything is on disk.
	writeProblem *problem.Problem
}

func newTurnState(marks *changes.Marks) *turnState {
	return &turnState{marks: marks, over: make(chan struct{}), grown: make(chan struct{}, 1)}
}

// begin sets the replies. It must return before any other method is called.
func (s *turnState) begin(replies []*reply, cancel context.CancelFunc) {
	s.replies, s.cancel, s.lastData = replies, cancel, time.Now()
}

// ids returns the message IDs of the replies, by choice.
func (s *turnState) ids() []chat.ID {
	ids := make([]chat.ID, len(s.replies))
	for i, p := range s.replies {
		ids[i] = p.message.ID
	}
	return ids
}

func (s *turnState) markMessages() {
	for _, id := range s.ids() {
		s.marks.Mark(changes.Change{Topic: changes.Message, ID: string(id)})
	}
}

// wake tells the writer that there may be something to write.
func (s *turnState) wake() { owner.Wake(s.grown) }

// ended reports whether all replies have ended.
func (s *turnState) ended() bool { return closed(s.over) }

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// apply adds a chunk and reports whether the model repeats itself endlessly.
func (s *turnState) apply(c client.Chunk) (stuck bool) {
	s.mu.Lock()
	s.dataArrived()
	for _, p := range s.replies {
		p.Apply(c, s.lastData)
		stuck = stuck || p.stuck
	}
	s.mu.Unlock()
	s.wake()
	s.markMessages()
	return stuck
}

// dataArrived records the arrival of data. It must be called with mu locked.
func (s *turnState) dataArrived() {
	s.lastData, s.quiet, s.loading = time.Now(), false, false
}

// answered records that the service has begun to answer or has completed a request, with the
// request ID of its response if it has one.
func (s *turnState) answered(requestID string) {
	s.mu.Lock()
	s.dataArrived()
	for _, p := range s.replies {
		if requestID != "" && !p.message.State.Ended() {
			p.message.Request.HTTPID = requestID
		}
	}
	s.mu.Unlock()
	s.wake()
}

// setLoading records that the service is still loading the model, until data arrives.
func (s *turnState) setLoading() {
	s.mu.Lock()
	s.loading = true
	s.mu.Unlock()
	s.markMessages()
}

// setDrawing records that the data of a picture is arriving.
func (s *turnState) setDrawing() {
	s.mu.Lock()
	s.dataArrived()
	changed := false
	for _, p := range s.replies {
		changed = p.draw() || changed
	}
	s.mu.Unlock()
	if changed {
		s.markMessages()
	}
}

// setFields records the fields about to be sent and those left out. They replace the fields of an
// attempt that was refused.
func (s *turnState) setFields(sent, leftOut []chat.RequestField) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.replies {
		if !p.message.State.Ended() {
			p.message.Request.Sent, p.message.Request.LeftOut = sent, leftOut
		}
	}
	s.requestChanged = true
	s.wake() // write now: after a crash the fields could not be reconstructed
}

// nextRequest replaces the ended request by the next one and returns both.
func (s *turnState) nextRequest(next chat.Request) (ended, begun chat.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ended = s.replies[0].nextRequest(next)
	return ended, *s.replies[0].message.Request
}

// dropRequest undoes nextRequest, for a request that could not be stored.
func (s *turnState) dropRequest() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replies[0].dropRequest()
}

// requestEnded records the end of the response in a turn with tools.
func (s *turnState) requestEnded(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replies[0].requestEnded(now)
}

// end ends all replies that have not ended yet and cancels the request. err is nil if the stream
// was complete.
func (s *turnState) end(err error, now time.Time) {
	s.finish(func(p *reply) { p.End(err, now) })
}

func (s *turnState) finish(one func(*reply)) {
	s.mu.Lock()
	for _, p := range s.replies {
		one(p)
	}
	s.quiet, s.loading = false, false
	if !closed(s.over) {
		close(s.over)
	}
	s.mu.Unlock()
	s.cancel()
	s.markMessages()
}

// noteSilence sets quiet if no data has arrived for limit, and reports whether it did; otherwise
// left is the time until then.
func (s *turnState) noteSilence(limit time.Duration) (quiet bool, left time.Duration) {
	s.mu.Lock()
	left = limit - time.Since(s.lastData)
	switch {
	case left > 0:
	case s.waitingForUser > 0:
		left = limit
	default:
		quiet, left, s.quiet = true, 0, true
	}
	s.mu.Unlock()
	if quiet {
		s.markMessages()
	}
	return quiet, left
}

// messages returns the replies as they are now.
func (s *turnState) messages() []chat.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]chat.Message, len(s.replies))
	for i, p := range s.replies {
		out[i] = p.Message()
	}
	return out
}

// first returns the reply of the first choice, which is the only one in a turn with tools.
func (s *turnState) first() chat.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.replies[0].Message()
}

// worst returns the first state that is not Done, otherwise Done. Replies that the service left out
// do not count.
func (s *turnState) worst() chat.State {
	for _, m := range s.messages() {
		if m.State != chat.Done && !missing(m) {
			return m.State
		}
	}
	return chat.Done
}

// size counts the parts and calls of the replies.
func (s *turnState) size() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.replies {
		n += len(p.parts) + len(p.calls)
	}
	return n
}

// room returns the number of bytes that the longest reply can still grow, at least 0.
func (s *turnState) room() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	left := chat.MaxMessageBytes
	for _, p := range s.replies {
		left = min(left, p.room())
	}
	return left
}
