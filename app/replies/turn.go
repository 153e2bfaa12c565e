package replies

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/history"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/client"
	"parlando/client/failure"
)

// turn is one message of the user and all requests until the model has answered in text: one, and
// one more after each round of tool calls. It holds the replies, one for each choice; with tools
// there is one. Its lock guards the replies and is never held during calls to others.
type turn struct {
	conversation chat.ID
	// target is the target of the turn, nil for the conversation's.
	target *chat.Target
	// queued reports that its message was queued. The conversation's target may have been changed
	// since, and must stay.
	queued bool
	// stores is the target to store in the conversation, nil if it is stored already.
	stores *chat.Target
	// Set by start, before other goroutines read them.
	connection chat.ID
	model      string
	params     chat.Parameters
	goingOn    bool
	// tools are offered with each request; leftOut are the names of those the model or its service
	// refuses. Only the reading goroutine changes them.
	tools   []chat.ToolDefinition
	leftOut []string
	// ladder holds the remaining ways to request the answer form, nil for text; only the reading
	// goroutine changes it. cells reports that the reply continues with the cells of its table that
	// did not fit.
	ladder *ladder
	cells  bool
	// others is the number of sibling replies still to request one after the other.
	others int
	// round counts the rounds of tool calls. Only the reading goroutine uses it.
	round int
	// branch are the messages up to the question, nil if they must still be read.
	branch []chat.ID
	cancel context.CancelFunc

	started   chan struct{} // closed by start
	over      chan struct{} // closed when every reply has ended
	persisted chan struct{} // closed after the first attempt to store the end
	grown     chan struct{} // wakes keep

	disk  sync.Mutex // held during writes; locked before mu
	whole bool       // guarded by disk: the end is stored and nothing more is written

	mu      sync.Mutex
	replies []*reply
	life    time.Time // time of the last received data
	quiet   bool
	// loading reports that the service is still loading the model.
	loading bool
	// waitingForUser counts the calls waiting for permission.
	waitingForUser int
	// sent reports that the fields of the request are not on disk yet.
	sent bool
	// problem is the error of the last write, nil if everything is on disk.
	problem *problem.Problem
	isOver  bool
}

func newTurn(conversation chat.ID, target *chat.Target) *turn {
	return &turn{
		conversation: conversation,
		target:       target,
		started:      make(chan struct{}),
		over:         make(chan struct{}),
		persisted:    make(chan struct{}),
		grown:        make(chan struct{}, 1),
	}
}

// begun reports whether the question and the empty replies are stored.
func (t *turn) begun() bool { return closed(t.started) }

// ended reports whether all replies have ended.
func (t *turn) ended() bool { return closed(t.over) }

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// size counts the parts and calls of the replies.
func (t *turn) size() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.replies {
		n += len(p.parts) + len(p.calls)
	}
	return n
}

// room returns the bytes of text that the longest reply has left, at least 0.
func (t *turn) room() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	left := chat.MaxMessageBytes
	for _, p := range t.replies {
		left = min(left, p.room())
	}
	return left
}

// ids returns the message IDs of the replies, by choice.
func (t *turn) ids() []chat.ID {
	ids := make([]chat.ID, len(t.replies)) // the slice itself does not change once begun
	for i, p := range t.replies {
		ids[i] = p.message.ID // nor does this
	}
	return ids
}

// alive records that data has arrived.
func (t *turn) alive(requestID string) {
	t.mu.Lock()
	t.life, t.quiet, t.loading = time.Now(), false, false
	for _, p := range t.replies {
		if requestID != "" && !p.message.State.Ended() {
			p.message.Request.HTTPID = requestID
		}
	}
	t.mu.Unlock()
	t.wake()
}

// setLoading shows that the service is still loading the model, until something else is known.
func (t *turn) setLoading() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.loading = true
}

// sending records the fields about to be sent, replacing those of an attempt that was refused.
func (t *turn) sending(sent, leftOut []failure.Field) {
	with, without := t.noted(sent), t.noted(leftOut)
	if t.ladder != nil {
		asked, refused := t.ladder.noted()
		with, without = append(with, asked...), append(without, refused...)
	}
	if len(t.leftOut) > 0 {
		without = append(without, chat.RequestField{Name: "tools", Value: encoded(t.leftOut)})
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.replies {
		if !p.message.State.Ended() {
			p.message.Request.Sent, p.message.Request.LeftOut = with, without
		}
	}
	t.sent = true
	t.wake() // a crash must not lose it
}

// storeRequestAgain makes the next flush write the request even if nothing is new.
func (t *turn) storeRequestAgain() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sent = true
}

// unstored returns the request if its fields are not on disk yet, otherwise nil.
func (t *turn) unstored() *chat.Request {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.sent {
		return nil
	}
	t.sent = false
	request := *t.replies[0].message.Request
	return &request
}

// stored records the result of writing what unstored returned.
func (t *turn) stored(err error) {
	if err == nil {
		return
	}
	t.mu.Lock()
	t.sent = true
	t.mu.Unlock()
}

// apply adds a chunk and reports whether the model got stuck.
func (t *turn) apply(c client.Chunk) (stuck bool) {
	t.mu.Lock()
	t.life, t.quiet, t.loading = time.Now(), false, false
	for _, p := range t.replies {
		p.Apply(c)
		stuck = stuck || p.stuck
	}
	t.mu.Unlock()
	t.wake()
	return stuck
}

// nextRequest replaces the ended request by the next one.
func (t *turn) nextRequest(next chat.Request) (ended, begun chat.Request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	ended = t.replies[0].nextRequest(next)
	return ended, *t.replies[0].message.Request
}

// dropRequest takes back nextRequest, because the request was not stored.
func (t *turn) dropRequest() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.replies[0].dropRequest()
}

// requestEnded records the end of the response in a turn with tools.
func (t *turn) requestEnded(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.replies[0].requestEnded(now)
}

func (t *turn) wake() {
	owner.Wake(t.grown)
}

// end ends all replies that have not ended yet.
func (t *turn) end(err error, now time.Time) {
	t.finish(func(p *reply) { p.End(err, now) })
}

func (t *turn) stop(now time.Time) {
	t.finish(func(p *reply) { p.Stop(now) })
}

func (t *turn) finish(one func(*reply)) {
	t.mu.Lock()
	for _, p := range t.replies {
		one(p)
	}
	t.quiet, t.loading = false, false
	if !t.isOver {
		t.isOver = true
		close(t.over)
	}
	t.mu.Unlock()
	t.cancel()
}

// silent sets quiet if nothing has arrived for limit, and reports whether it did; otherwise it
// returns the time left.
func (t *turn) silent(limit time.Duration) (now bool, left time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if left = limit - time.Since(t.life); left > 0 {
		return false, left
	}
	if t.waitingForUser > 0 {
		return false, limit
	}
	t.quiet = true
	return true, 0
}

func (t *turn) snapshot(message chat.ID) (Snapshot, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.replies {
		if p.message.ID != message {
			continue
		}
		s := Snapshot{Message: p.Message(), Quiet: t.quiet && !t.loading, Asking: t.waitingForUser > 0}
		s.Loading = t.loading
		if t.problem != nil {
			failed := *t.problem
			s.Request.Problem = &failed
		}
		return s, true
	}
	return Snapshot{}, false
}

// messages returns the replies to store.
func (t *turn) messages() []chat.Message {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := make([]chat.Message, len(t.replies))
	for i, p := range t.replies {
		out[i] = p.Message()
	}
	return out
}

// state returns the worst state of the replies.
func (t *turn) state() chat.State {
	for _, m := range t.messages() {
		if m.State != chat.Done && !missing(m) {
			return m.State
		}
	}
	return chat.Done
}

// tails returns the text that is not on disk yet.
func (t *turn) tails() []history.Tail {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []history.Tail
	for _, p := range t.replies {
		out = append(out, p.tails()...)
	}
	return out
}

// saved records the text on disk, or the error of writing it, and reports whether the window must
// be notified.
func (t *turn) saved(tails []history.Tail, err error, now time.Time) (news bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		news = t.problem == nil
		t.problem = storageProblem(err, now)
		return news
	}
	news = t.problem != nil
	t.problem = nil
	for _, p := range t.replies {
		var own []history.Tail
		for _, t := range tails {
			if t.Message == p.message.ID {
				own = append(own, t)
			}
		}
		p.saved(own)
	}
	return news
}

// unsaved returns an error if a message is not completely on disk.
func (t *turn) unsaved(message chat.ID) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.problem == nil {
		return nil
	}
	return fmt.Errorf("the reply %s is not stored: %w", message, *t.problem)
}

// pictures returns the data: URLs that are not stored yet, by part.
func (t *turn) pictures() map[*growingPart]string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out map[*growingPart]string
	for _, p := range t.replies {
		for _, piece := range p.parts {
			if piece.pending != "" {
				if out == nil {
					out = map[*growingPart]string{}
				}
				out[piece] = piece.pending
			}
		}
	}
	return out
}

// picture records where a picture is stored; nil means that the data is not a picture.
func (t *turn) picture(part *growingPart, blob *chat.Blob) {
	t.mu.Lock()
	defer t.mu.Unlock()
	part.pending = ""
	if blob == nil {
		return
	}
	for _, p := range t.replies {
		if !slices.Contains(p.parts, part) {
			continue
		}
		if slices.ContainsFunc(p.parts, func(o *growingPart) bool { return o.blob != nil && o.blob.SHA256 == blob.SHA256 }) {
			return // the service has sent it twice
		}
	}
	part.blob = blob
}

func storageProblem(err error, now time.Time) *problem.Problem {
	p := problem.From(err, "", now)
	// Whatever the cause, the library cannot store it.
	p.Kind = problem.Storage
	return &p
}

// interrupted returns the problem of a reply cut off by the end of the program.
func interrupted() error { return problem.Problem{Kind: problem.Interrupted} }

// subject returns the purpose and the chat of the turn's next request for the ledger.
func (t *turn) subject() cost.Subject {
	s := cost.Subject{Purpose: cost.Chatting, Conversation: t.conversation, Request: t.messages()[0].Request.ID}
	if t.round > 0 {
		s.Purpose = cost.ToolRounds
	}
	return s
}
