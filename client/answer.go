package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"parlando/client/failure"
	"parlando/client/wire"
)

// answer is a 2xx response with everything that guards it.
type answer struct {
	client   *Client
	parent   context.Context // the caller's
	ctx      context.Context // the request's own
	cancel   context.CancelCauseFunc
	watch    *watchdog
	response *http.Response
	asked    failure.Request
}

// requestID is the service's id of the request from its headers, "" if it gave none.
func (a *answer) requestID() string { return failure.RequestID(a.response.Header) }

// release ends the request if it still runs and lets everything go. It may be called more than once
// and from any goroutine.
func (a *answer) release() {
	a.watch.stop()
	a.cancel(errClosed)
	_ = a.response.Body.Close()
}

// failure makes an *Error of this answer.
func (a *answer) failure(kind failure.Kind, detail string, err error) *failure.Error {
	e := a.asked.Failed(kind, detail, err)
	e.Status, e.RequestID, e.Sent = a.response.StatusCode, a.requestID(), true
	return e
}

// failedInside makes an *Error of a fault inside this answer.
func (a *answer) failedInside(f failure.Fault) *failure.Error {
	return a.asked.FailedInside(f, a.requestID())
}

// broken returns the error of a body that could not be read: that of the caller's context, silence,
// an answer that is too large, or a lost connection.
func (a *answer) broken(err error) error {
	cause := context.Cause(a.ctx)
	var known *failure.Error
	switch {
	case a.parent.Err() != nil:
		return a.parent.Err()
	case errors.Is(cause, errClosed):
		return context.Canceled
	case errors.Is(cause, failure.ErrSilent):
		return a.failure(failure.Silent, "Nothing came for "+a.watch.limit.Round(time.Second).String()+".", err)
	case errors.Is(err, wire.ErrTooMuch), errors.Is(err, wire.ErrPacked):
		return a.failure(failure.BadReply, err.Error(), err)
	case errors.As(err, &known):
		return known
	}
	return a.failure(failure.Network, err.Error(), err)
}

// readAll reads the body whole, up to wire.MaxLine. One that has no end but that of the connection
// is over with the JSON value in it, or, where more may follow that, when nothing does for
// Options.FinishWait, or much longer after a line that others may follow.
func (a *answer) readAll(more func(value []byte) bool) ([]byte, error) {
	body, err := wire.OpenBody(a.response, aliveReader{a.response.Body, a.watch})
	if err != nil {
		return nil, a.broken(err)
	}
	if wire.OpenEnded(a.response) {
		body = &wire.JSONEnd{R: body, More: more, Wait: func(line bool) {
			wait := a.client.options.FinishWait
			if line {
				wait *= 15
			}
			a.watch.shorten(wait)
		}}
	}
	all, err := wire.ReadAll(body, wire.MaxLine)
	if err != nil && !errors.Is(context.Cause(a.ctx), errFinished) {
		return all, a.broken(err)
	}
	return all, nil
}

// notUnderstood returns the error of a body that holds nothing that was asked for. value is a JSON
// value that was in it, if there was one.
func (a *answer) notUnderstood(p *wire.Payloads, value []byte) *failure.Error {
	switch {
	case failure.IsWebPage(p.Junk):
		return a.failure(failure.WrongAddress, failure.PageTitle(p.Junk), nil)
	case p.CutJSON:
		return a.failure(failure.Truncated, p.Junk, io.ErrUnexpectedEOF)
	case p.Junk != "":
		return a.failure(failure.BadReply, p.Junk, nil)
	case len(value) > 0:
		return a.failure(failure.BadReply, string(value), nil)
	}
	return a.failure(failure.EmptyReply, "", nil)
}
