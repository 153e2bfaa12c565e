package replies

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"parley/app/chat"
	"parley/app/history"
	"parley/app/internal/wait"
	"parley/app/problem"
	"parley/client"
)

// flight is one request and the replies it brings, one for each choice. Its lock guards the replies; nothing
// is called while it is held.
type flight struct {
	conversation chat.ID
	// target is whom to ask, nil for whom the conversation asks; waiting is that of the message that waits for the end.
	target, waiting *chat.Target
	// queued: its message has waited. What the conversation asks by now was chosen later, and stays.
	queued bool
	// stores is whom the conversation asks from now on, nil where that is stored.
	stores *chat.Target
	// Set by launch, before any other goroutine looks.
	connection chat.ID
	model      string
	params     chat.Parameters
	goingOn    bool
	// branch are the messages up to the question, nil where they are still to be read.
	branch []chat.ID
	cancel context.CancelFunc

	started chan struct{} // closed by launch
	over    chan struct{} // closed when every reply has ended
	landed  chan struct{} // closed after the first try to store the end
	grown   chan struct{} // wakes keep

	disk  sync.Mutex // is held while something is written; taken before mu
	whole bool       // guarded by disk: the end is stored, and nothing is written any more

	mu      sync.Mutex
	replies []*reply
	life    time.Time // when something last came
	quiet   bool
	// sent: the disk does not know yet what was sent.
	sent bool
	// trouble is why the disk does not have it all; nil while all is well.
	trouble *problem.Problem
	isOver  bool
}

func newFlight(conversation chat.ID, target *chat.Target) *flight {
	return &flight{
		conversation: conversation,
		target:       target,
		started:      make(chan struct{}),
		over:         make(chan struct{}),
		landed:       make(chan struct{}),
		grown:        make(chan struct{}, 1),
	}
}

// begun reports whether the question is stored and the replies are there.
func (f *flight) begun() bool { return closed(f.started) }

// ended reports whether nothing more will come.
func (f *flight) ended() bool { return closed(f.over) }

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// ids are the messages of the replies, by choice.
func (f *flight) ids() []chat.ID {
	ids := make([]chat.ID, len(f.replies)) // the slice itself does not change once begun
	for i, p := range f.replies {
		ids[i] = p.message.ID // nor does this
	}
	return ids
}

// alive notes that something has come.
func (f *flight) alive(requestID string) {
	f.mu.Lock()
	f.life, f.quiet = time.Now(), false
	for _, p := range f.replies {
		if requestID != "" && !p.message.State.Ended() {
			p.message.Request.HTTPID = requestID
		}
	}
	f.mu.Unlock()
	f.wake()
}

// sending notes what is about to be sent; an attempt after a refusal takes the place of the one before.
func (f *flight) sending(sent, leftOut []client.Field) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.replies {
		if !p.message.State.Ended() {
			p.message.Request.Sent, p.message.Request.LeftOut = fields(sent), fields(leftOut)
		}
	}
	f.sent = true
	f.wake() // a crash must not take it
}

// unstored is the request if the disk does not know yet what was sent, nil if it does.
func (f *flight) unstored() *chat.Request {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.sent {
		return nil
	}
	f.sent = false
	request := *f.replies[0].message.Request
	return &request
}

// stored notes whether the disk took what unstored returned.
func (f *flight) stored(err error) {
	if err == nil {
		return
	}
	f.mu.Lock()
	f.sent = true
	f.mu.Unlock()
}

func fields(all []client.Field) []chat.Field {
	var out []chat.Field
	for _, f := range all {
		out = append(out, chat.Field(f))
	}
	return out
}

// apply adds a chunk.
func (f *flight) apply(c client.Chunk) {
	f.mu.Lock()
	f.life, f.quiet = time.Now(), false
	for _, p := range f.replies {
		p.Apply(c)
	}
	f.mu.Unlock()
	f.wake()
}

func (f *flight) wake() {
	wait.Wake(f.grown)
}

// end ends what has not ended yet.
func (f *flight) end(err error, now time.Time) {
	f.finish(func(p *reply) { p.End(err, now) })
}

func (f *flight) stop(now time.Time) {
	f.finish(func(p *reply) { p.Stop(now) })
}

func (f *flight) finish(one func(*reply)) {
	f.mu.Lock()
	for _, p := range f.replies {
		one(p)
	}
	f.quiet = false
	if !f.isOver {
		f.isOver = true
		close(f.over)
	}
	f.mu.Unlock()
	f.cancel()
}

// silent sets quiet when nothing has come for limit, and says whether it did and else how long that may yet take.
func (f *flight) silent(limit time.Duration) (now bool, left time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if left = limit - time.Since(f.life); left > 0 {
		return false, left
	}
	f.quiet = true
	return true, 0
}

func (f *flight) snapshot(message chat.ID) (Snapshot, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range f.replies {
		if p.message.ID != message {
			continue
		}
		s := Snapshot{Message: p.Message(), Quiet: f.quiet}
		if f.trouble != nil {
			trouble := *f.trouble
			s.Request.Trouble = &trouble
		}
		return s, true
	}
	return Snapshot{}, false
}

// messages are the replies as they are to be stored.
func (f *flight) messages() []chat.Message {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := make([]chat.Message, len(f.replies))
	for i, p := range f.replies {
		out[i] = p.Message()
	}
	return out
}

// state is how the replies have ended: the worst of them that are there.
func (f *flight) state() chat.State {
	for _, m := range f.messages() {
		if m.State != chat.Done && !missing(m) {
			return m.State
		}
	}
	return chat.Done
}

// tails is what the disk does not have yet.
func (f *flight) tails() []history.Tail {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []history.Tail
	for _, p := range f.replies {
		out = append(out, p.tails()...)
	}
	return out
}

// saved notes what the disk has, or why it has not, and says whether that is news.
func (f *flight) saved(tails []history.Tail, err error, now time.Time) (news bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err != nil {
		news = f.trouble == nil
		f.trouble = storageTrouble(err, now)
		return news
	}
	news = f.trouble != nil
	f.trouble = nil
	for _, p := range f.replies {
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
func (f *flight) unsaved(message chat.ID) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.trouble == nil {
		return nil
	}
	return fmt.Errorf("the reply %s is not stored: %w", message, *f.trouble)
}

// pictures are the data: URLs that are not stored yet, by reply and part.
func (f *flight) pictures() map[*part]string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out map[*part]string
	for _, p := range f.replies {
		for _, piece := range p.parts {
			if piece.pending != "" {
				if out == nil {
					out = map[*part]string{}
				}
				out[piece] = piece.pending
			}
		}
	}
	return out
}

// picture notes where a picture is kept; nil means that it is none.
func (f *flight) picture(piece *part, blob *chat.Blob) {
	f.mu.Lock()
	defer f.mu.Unlock()
	piece.pending = ""
	if blob == nil {
		return
	}
	for _, p := range f.replies {
		if !slices.Contains(p.parts, piece) {
			continue
		}
		if slices.ContainsFunc(p.parts, func(o *part) bool { return o.blob != nil && o.blob.SHA256 == blob.SHA256 }) {
			return // the service has sent it twice
		}
	}
	piece.blob = blob
}

func storageTrouble(err error, now time.Time) *problem.Problem {
	p := problem.From(err, "", now)
	// Whatever the cause, it is the library that does not take it.
	p.Kind = problem.Storage
	return &p
}

// interrupted is the trouble of a reply that the program's own end cuts off.
func interrupted() error { return problem.Problem{Kind: problem.Interrupted} }
