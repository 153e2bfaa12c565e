package transcriber

import (
	"sync"
	"time"
)

// teller reports the progress of a job.
type teller struct {
	to  func(Progress)
	now func() time.Time

	mu   sync.Mutex // held while it tells, so that two are never told at once
	last Progress
	// When the first byte of this run left, and how many had been sent before it.
	began time.Time
	had   int64
}

// phase begins one that is not about bytes that are sent.
func (t *teller) phase(p Phase, done, total int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last.Phase, t.last.Sent, t.last.Total, t.last.Left = p, done, total, 0
	t.tell()
}

// sent tells that so many bytes of all parts have left, those of part i among them. whole: the part
// has left.
func (t *teller) sent(i, parts int, sent, total int64, whole bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.began.IsZero() {
		t.began, t.had = t.now(), sent
	}
	p := Progress{Phase: Uploading, Part: i + 1, Parts: parts, Sent: sent, Total: total}
	if whole {
		p.Phase = Waiting
	}
	// While the first part is listened to, nobody knows how long that takes.
	if took := t.now().Sub(t.began); took > time.Second && sent > t.had && sent < total {
		p.Left = time.Duration(float64(took) / float64(sent-t.had) * float64(total-sent))
	}
	t.last = p
	t.tell()
}

// left reports whether all of part i has left in this run, if it is the last one that was told of.
func (t *teller) left(i int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last.Phase == Waiting && t.last.Part == i+1
}

func (t *teller) tell() {
	if t.to != nil {
		t.to(t.last)
	}
}
