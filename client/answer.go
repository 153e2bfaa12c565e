package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// answer is a 2xx response with everything that guards it.
type answer struct {
	client   *Client
	parent   context.Context // the caller's
	ctx      context.Context // the request's own
	cancel   context.CancelCauseFunc
	watch    *watchdog
	response *http.Response
	asked    Request
}

// requestID is the service's id of the request from its headers, "" if it gave none.
func (a *answer) requestID() string { return requestID(a.response.Header) }

// release ends the request if it still runs and lets everything go. It may be called more than once
// and from any goroutine.
func (a *answer) release() {
	a.watch.stop()
	a.cancel(errClosed)
	_ = a.response.Body.Close()
}

// failure makes an *Error of this answer.
func (a *answer) failure(kind Kind, detail string, err error) *Error {
	e := a.asked.Failed(kind, detail, err)
	e.Status, e.RequestID, e.Sent = a.response.StatusCode, a.requestID(), true
	return e
}

// failedInside makes an *Error of a fault inside this answer.
func (a *answer) failedInside(f fault) *Error { return a.asked.FailedInside(f, a.requestID()) }

// broken says why reading the body has failed: the caller's own wish, silence, too much, or the
// connection.
func (a *answer) broken(err error) error {
	cause := context.Cause(a.ctx)
	var known *Error
	switch {
	case a.parent.Err() != nil:
		return a.parent.Err()
	case errors.Is(cause, errClosed):
		return context.Canceled
	case errors.Is(cause, errSilent):
		return a.failure(KindSilent, "Nothing came for "+a.watch.limit.Round(time.Second).String()+".", err)
	case errors.Is(err, errTooMuch), errors.Is(err, errPacked):
		return a.failure(KindBadReply, err.Error(), err)
	case errors.As(err, &known):
		return known
	}
	return a.failure(KindNetwork, err.Error(), err)
}

// readAll reads the body whole, up to maxLine. One that has no end but that of the connection is
// over with the JSON value in it, or, where more may follow that, when nothing does for
// Options.FinishWait, or much longer after a line that others may follow.
func (a *answer) readAll(more func(value []byte) bool) ([]byte, error) {
	body, err := openBody(a.response, aliveReader{a.response.Body, a.watch})
	if err != nil {
		return nil, a.broken(err)
	}
	if openEnded(a.response) {
		body = &jsonEnd{r: body, more: more, wait: func(line bool) {
			wait := a.client.options.FinishWait
			if line {
				wait *= 15
			}
			a.watch.shorten(wait)
		}}
	}
	all, err := readAll(body, maxLine)
	if err != nil && !errors.Is(context.Cause(a.ctx), errFinished) {
		return all, a.broken(err)
	}
	return all, nil
}

// notUnderstood says what is wrong with a body in which nothing was found that was asked for. value
// is a JSON value that was in it, if there was one.
func (a *answer) notUnderstood(p *payloads, value []byte) *Error {
	switch {
	case looksLikeHTML(p.junk):
		return a.failure(KindWrongAddress, pageTitle(p.junk), nil)
	case p.cutJSON:
		return a.failure(KindTruncated, p.junk, io.ErrUnexpectedEOF)
	case p.junk != "":
		return a.failure(KindBadReply, p.junk, nil)
	case len(value) > 0:
		return a.failure(KindBadReply, string(value), nil)
	}
	return a.failure(KindEmptyReply, "", nil)
}
