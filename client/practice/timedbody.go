package practice

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

// maxPause is the longest pause of a sender in the middle of its body. One that stops and stays
// would hold its connection, and the bytes read so far, for ever.
const maxPause = time.Minute

// timedBody is the body of a request of which each piece comes within maxPause; otherwise reading
// it fails with os.ErrDeadlineExceeded. There is no limit to the whole.
type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
	over    bool // it stopped coming, and is waited for no longer
}

// timed puts a limit to the pauses of a body, beginning now: a refusal, too, is held back until
// something of the body has come.
func timed(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody {
		return
	}
	b := &timedBody{ReadCloser: r.Body, control: http.NewResponseController(w)}
	b.wait()
	r.Body = b
}

func (b *timedBody) Read(p []byte) (int, error) {
	if b.over {
		return 0, os.ErrDeadlineExceeded
	}
	b.wait()
	n, err := b.ReadCloser.Read(p)
	switch {
	case errors.Is(err, io.EOF):
		// From here on a silent connection is one whose sender listens.
		_ = b.control.SetReadDeadline(time.Time{})
	case stopped(err):
		b.over = true
	}
	return n, err
}

// wait begins a pause anew. A writer that knows no limits, as in a test without a connection, has
// none.
func (b *timedBody) wait() { _ = b.control.SetReadDeadline(time.Now().Add(maxPause)) }

// tooSlow is the answer to a body that stopped coming. The connection is of no use any more.
func tooSlow() *fault {
	return &fault{
		status: http.StatusRequestTimeout, code: "request_timeout", header: map[string]string{"Connection": "close"},
		message: "The body stopped coming: nothing was received for a minute.",
	}
}

// stopped reports whether reading failed because the sender paused too long.
func stopped(err error) bool { return errors.Is(err, os.ErrDeadlineExceeded) }
