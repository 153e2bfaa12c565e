package transcriber

import (
	"sync"
	"time"
)

// teller reports the progress of a job.
type teller struct {
	to  func(Progress)
	now func() time.Time

	mu   sync.Mutex // held during callbacks, so that they never run concurrently
	last Progress
	// The time of the first byte sent in this run, and the number of bytes sent before it.
	began time.Time
	had   int64
}

// phase reports a phase other than uploading.
func (t *teller) phase(p Phase, done, total int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last.Phase, t.last.Sent, t.last.Total, t.last.Left = p, done, total, 0
	t.tell()
}

// sent reports the number of bytes sent of all parts, including those of part i; whole reports that
// part i was sent completely.
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

// left reports whether part i was sent completely in this run and is the last one reported.
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
