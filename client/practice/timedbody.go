package practice

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

// maxPause is the longest pause within a request body. A sender that stalled longer would hold its
// connection and the buffered bytes forever.
const maxPause = time.Minute

// timedBody is a request body whose reads fail with os.ErrDeadlineExceeded after a pause of
// maxPause. The total time is not limited.
type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
	over    bool // a read has failed; no further deadline is set
}

// timed limits the pauses of a body, beginning now. This bounds refusals too, which are delayed
// until part of the body has arrived.
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
		// After the body, the client may be silent while it waits for the response.
		_ = b.control.SetReadDeadline(time.Time{})
	case stopped(err):
		b.over = true
	}
	return n, err
}

// wait restarts the deadline. Writers without deadlines, as in tests without a connection, are not
// limited.
func (b *timedBody) wait() { _ = b.control.SetReadDeadline(time.Now().Add(maxPause)) }

// tooSlow returns the fault for a stalled body. The connection cannot be reused.
func tooSlow() *fault {
	return &fault{
		status: http.StatusRequestTimeout, code: "request_timeout", header: map[string]string{"Connection": "close"},
		message: "The body stopped coming: nothing was received for a minute.",
	}
}

// stopped reports whether a read failed because the sender paused too long.
func stopped(err error) bool { return errors.Is(err, os.ErrDeadlineExceeded) }
