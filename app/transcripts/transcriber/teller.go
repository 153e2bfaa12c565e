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
	// uploads are the requests in progress, by part.
	uploads map[int]*upload
}

// upload is a request in progress: the number of bytes sent, and whether all were sent.
type upload struct {
	part  int
	sent  int64
	whole bool
}

// begin returns the request for part i.
func (t *teller) begin(i int) *upload {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.uploads == nil {
		t.uploads = map[int]*upload{}
	}
	t.uploads[i] = &upload{part: i}
	return t.uploads[i]
}

// phase reports a phase other than uploading.
func (t *teller) phase(p Phase, done, total int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last.Phase, t.last.Sent, t.last.Total, t.last.Left = p, done, total, 0
	t.tell()
}

// sent reports the number of bytes sent for an upload; whole means all of them. done is the number
// of bytes of finished parts. Calls after the response has arrived are ignored.
func (t *teller) sent(f *upload, parts int, bytes, done, total int64, whole bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.uploads[f.part] != f {
		return
	}
	f.sent, f.whole = bytes, whole
	sent, waits := done, false
	for _, one := range t.uploads {
		sent += one.sent
		waits = waits || one.whole
	}
	if t.last.Total == total && len(t.uploads) > 1 {
		sent = max(sent, t.last.Sent)
	}
	if t.began.IsZero() {
		t.began, t.had = t.now(), sent
	}
	p := Progress{Phase: Uploading, Part: f.part + 1, Parts: parts, Sent: sent, Total: total}
	if waits {
		p.Phase = Waiting
	}
	// The time left is unknown until something has been sent.
	if took := t.now().Sub(t.began); took > time.Second && sent > t.had && sent < total {
		p.Left = time.Duration(float64(took) / float64(sent-t.had) * float64(total-sent))
	}
	t.last = p
	t.tell()
}

// answered removes the upload of part i. If other parts are still being sent, the phase returns to
// Uploading; otherwise it stays until the next phase.
func (t *teller) answered(i int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.uploads, i)
	for _, one := range t.uploads {
		if one.whole {
			return
		}
	}
	if len(t.uploads) > 0 && t.last.Phase == Waiting {
		t.last.Phase = Uploading
		t.tell()
	}
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
