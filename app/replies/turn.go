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

// turn is one message of the user and all requests until the model has answered in words: one, and
// one more after each round of tool calls. It holds the replies, one for each choice; with tools
// there is one. Its lock guards the replies; nothing is called while it is held.
type turn struct {
	conversation chat.ID
	// target is the one to ask, nil for the conversation's; waiting is that of the message that
	// waits for the end.
	target, waiting *chat.Target
	// queued: its message has waited. What the conversation asks by now was chosen later, and
	// stays.
	queued bool
	// stores is the new target of the conversation, nil where that is stored.
	stores *chat.Target
	// Set by start, before any other goroutine looks.
	connection chat.ID
	model      string
	params     chat.Parameters
	goingOn    bool
	// tools are offered with each request; leftOut are the names of those that the model, or its
	// service, does not accept. Only the goroutine that reads changes them.
	tools   []chat.ToolDefinition
	leftOut []string
	// ladder has the ways to ask for the form of the answer, nil for text. Only the goroutine that
	// reads changes it. cells: the reply goes on with the cells of its table that did not fit.
	ladder *ladder
	cells  bool
	// others is the number of further replies to the same question, one after the other.
	others int
	// round counts the rounds of tool calls. Only the goroutine that reads uses it.
	round int
	// branch are the messages up to the question, nil where they are still to be read.
	branch []chat.ID
	cancel context.CancelFunc

	started   chan struct{} // closed by start
	over      chan struct{} // closed when every reply has ended
	persisted chan struct{} // closed after the first try to store the end
	grown     chan struct{} // wakes keep

	disk  sync.Mutex // is held while something is written; taken before mu
	whole bool       // guarded by disk: the end is stored, and nothing is written any more

	mu      sync.Mutex
	replies []*reply
	life    time.Time // when something last came
	quiet   bool
	// waitingForUser counts the calls that wait for the user's permission.
	waitingForUser int
	// sent: the disk does not know yet what was sent.
	sent bool
	// problem is the error of the disk that does not have it all; nil while all is well.
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

// begun reports whether the question is stored and the replies are there.
func (t *turn) begun() bool { return closed(t.started) }

// ended reports whether nothing more will come.
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

// ids are the messages of the replies, by choice.
func (t *turn) ids() []chat.ID {
	ids := make([]chat.ID, len(t.replies)) // the slice itself does not change once begun
	for i, p := range t.replies {
		ids[i] = p.message.ID // nor does this
	}
	return ids
}

// alive notes that something has come.
func (t *turn) alive(requestID string) {
	t.mu.Lock()
	t.life, t.quiet = time.Now(), false
	for _, p := range t.replies {
		if requestID != "" && !p.message.State.Ended() {
			p.message.Request.HTTPID = requestID
		}
	}
	t.mu.Unlock()
	t.wake()
}

// sending notes what is about to be sent; an attempt after a refusal takes the place of the one
// before.
func (t *turn) sending(sent, leftOut []failure.Field) {
	with, without := t.noted(sent), t.noted(leftOut)
	if t.ladder != nil {
		asked, refused := t.ladder.noted()
		with, without = append(with, asked...), append(without, refused...)
	}
	if len(t.leftOut) > 0 {
		without = append(without, chat.Field{Name: "tools", Value: encoded(t.leftOut)})
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.replies {
		if !p.message.State.Ended() {
			p.message.Request.Sent, p.message.Request.LeftOut = with, without
		}
	}
	t.sent = true
	t.wake() // a crash must not take it
}

// unstored is the request if the disk does not know yet what was sent, nil if it does.
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

// stored notes whether the disk took what unstored returned.
func (t *turn) stored(err error) {
	if err == nil {
		return
	}
	t.mu.Lock()
	t.sent = true
	t.mu.Unlock()
}

// apply adds a chunk, and reports whether the model got stuck.
func (t *turn) apply(c client.Chunk) (stuck bool) {
	t.mu.Lock()
	t.life, t.quiet = time.Now(), false
	for _, p := range t.replies {
		p.Apply(c)
		stuck = stuck || p.stuck
	}
	t.mu.Unlock()
	t.wake()
	return stuck
}

// nextRequest goes on with the next request.
func (t *turn) nextRequest(next chat.Request) (ended, begun chat.Request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	ended = t.replies[0].nextRequest(next)
	return ended, *t.replies[0].message.Request
}

// requestEnded notes that the answer to the request of a turn with tools ended.
func (t *turn) requestEnded(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.replies[0].requestEnded(now)
}

func (t *turn) wake() {
	owner.Wake(t.grown)
}

// end ends what has not ended yet.
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
	t.quiet = false
	if !t.isOver {
		t.isOver = true
		close(t.over)
	}
	t.mu.Unlock()
	t.cancel()
}

// silent sets quiet when nothing has come for limit, and reports whether it did and else the time
// that is left.
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
		s := Snapshot{Message: p.Message(), Quiet: t.quiet, Asking: t.waitingForUser > 0}
		if t.problem != nil {
			failed := *t.problem
			s.Request.Problem = &failed
		}
		return s, true
	}
	return Snapshot{}, false
}

// messages are the replies as they are to be stored.
func (t *turn) messages() []chat.Message {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := make([]chat.Message, len(t.replies))
	for i, p := range t.replies {
		out[i] = p.Message()
	}
	return out
}

// state is the worst state of its replies.
func (t *turn) state() chat.State {
	for _, m := range t.messages() {
		if m.State != chat.Done && !missing(m) {
			return m.State
		}
	}
	return chat.Done
}

// tails is the text that is not on disk yet.
func (t *turn) tails() []history.Tail {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []history.Tail
	for _, p := range t.replies {
		out = append(out, p.tails()...)
	}
	return out
}

// saved notes the text on disk, or the error of writing it, and reports whether that is news.
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

// unsaved is the error for a message that memory alone holds.
func (t *turn) unsaved(message chat.ID) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.problem == nil {
		return nil
	}
	return fmt.Errorf("the reply %s is not stored: %w", message, *t.problem)
}

// pictures are the data: URLs that are not stored yet, by reply and part.
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

// picture notes where a picture is kept; nil means that it is none.
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
	// Whatever the cause, it is the library that does not take it.
	p.Kind = problem.Storage
	return &p
}

// interrupted is the problem of a reply that the program's own end cuts off.
func interrupted() error { return problem.Problem{Kind: problem.Interrupted} }

// subject returns the purpose and the chat of the turn's next request, for the ledger.
func (t *turn) subject() cost.Subject {
	s := cost.Subject{Purpose: cost.Chatting, Conversation: t.conversation, Request: t.messages()[0].Request.ID}
	if t.round > 0 {
		s.Purpose = cost.ToolRounds
	}
	return s
}
