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

// answer is a 2xx response whose body is not read yet, with the means to cancel its request.
type answer struct {
	client   *Client
	parent   context.Context // context of the caller
	ctx      context.Context // context of the request
	cancel   context.CancelCauseFunc
	watch    *watchdog
	response *http.Response
	asked    failure.Request
}

// requestID returns the service's request id from the headers, or "".
func (a *answer) requestID() string {
	return a.client.mask.Text(failure.RequestID(a.response.Header))
}

// release cancels the request if it is still running and frees its resources. It may be called more
// than once and from any goroutine.
func (a *answer) release() {
	a.watch.stop()
	a.cancel(errClosed)
	_ = a.response.Body.Close()
}

// failure returns an *Error for this response.
func (a *answer) failure(kind failure.Kind, detail string, err error) *failure.Error {
	e := a.asked.NewError(kind, detail, err)
	e.Status, e.RequestID, e.MayBeBilled = a.response.StatusCode, a.requestID(), true
	return e
}

// failedInside returns an *Error for an error that the body of this response reports.
func (a *answer) failedInside(f failure.ErrorBody) *failure.Error {
	return a.asked.NewBodyError(f, a.requestID())
}

// broken returns the error for a body that could not be read: the caller's context error, silence,
// a response that is too large, or a lost connection.
func (a *answer) broken(err error) error {
	cause := context.Cause(a.ctx)
	var known *failure.Error
	switch {
	case a.parent.Err() != nil:
		return a.parent.Err()
	case errors.Is(cause, errClosed):
		return context.Canceled
	case errors.Is(cause, failure.ErrNoData):
		return a.failure(failure.NoData, "Nothing came for "+a.watch.limit.Round(time.Second).String()+".", err)
	case errors.Is(err, wire.ErrTooMuch), errors.Is(err, wire.ErrContentEncoding):
		return a.failure(failure.BadReply, err.Error(), err)
	case errors.As(err, &known):
		return known
	}
	return a.failure(failure.Network, err.Error(), err)
}

// readAll reads the whole body, up to wire.MaxLine bytes. If only the connection's end would end
// the body, it stops after the first JSON value. If more reports that another value may follow, it
// stops after a silence of Options.FinishTimeout, 15 times as long after a line end.
func (a *answer) readAll(more func(value []byte) bool) ([]byte, error) {
	body, err := wire.DecompressBody(a.response, aliveReader{a.response.Body, a.watch})
	if err != nil {
		return nil, a.broken(err)
	}
	if wire.EndsWithConnection(a.response) {
		body = &wire.JSONValueReader{Reader: body, MayContinue: more, Wait: func(line bool) {
			wait := a.client.options.FinishTimeout
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

// notUnderstood returns the error for a body without the requested data. value is a JSON value
// found in it, if any.
func (a *answer) notUnderstood(p *wire.Payloads, value []byte) *failure.Error {
	switch {
	case failure.IsWebPage(p.InvalidStart):
		return a.failure(failure.WrongAddress, failure.PageTitle(p.InvalidStart), nil)
	case p.InvalidIsTruncated:
		return a.failure(failure.Truncated, p.InvalidStart, io.ErrUnexpectedEOF)
	case p.InvalidStart != "":
		return a.failure(failure.BadReply, p.InvalidStart, nil)
	case len(value) > 0:
		return a.failure(failure.BadReply, string(value), nil)
	}
	return a.failure(failure.EmptyReply, "", nil)
}
