package failure

import (
	"errors"
	"net/http"
	"slices"
	"time"
)

const (
	// MaxDetail is the longest Error.Detail in characters.
	MaxDetail = 2000
	// maxMasked is the number of bytes of a text that are searched for keys: enough for MaxDetail.
	maxMasked = 4 * MaxDetail
)

// Error is the type of every failure that the client reports, except context errors and errors of
// reading a recording (Transcribe).
type Error struct {
	Kind Kind
	// Status is the HTTP status, 0 without a response.
	Status int
	// Host is host[:port] of the service.
	Host string
	// RequestID is the service's id for the request, from its headers or else from the error body.
	RequestID string
	// ReplyID is the id in the body: the id of the reply (GATEWAY.md 2.5), or a request id that
	// differs from the one in the headers. "" if there is none.
	ReplyID string
	// Detail is the first 2,000 characters of the response or the cause, with keys masked
	// (MaskKeys).
	Detail string
	// MovedTo is the address, without a query, of a redirect to the same endpoint on the same host;
	// "" if there is none.
	MovedTo string
	// RetryAfter is the wait requested by the service, or 0.
	RetryAfter time.Duration
	// Param is the name of the refused field if Kind is UnsupportedParam.
	Param string
	// MayBeBilled means that the whole request was sent but not answered, so it may have been
	// billed.
	MayBeBilled bool
	// Unprocessed means that the service said that it did not process the request, so the request
	// was not billed.
	Unprocessed bool
	// Refusal is the refused field or field value, nil if the request failed for another reason.
	Refusal *Refusal
	// Dropped lists the fields that were refused and left out before the request finally failed.
	Dropped []Refusal
	// WebPage means that the error is a web page, as returned by plain web servers.
	WebPage bool
	// Err is the cause, nil if the service's response is the cause.
	Err error

	// unsent means that no byte of the request was sent, so that it may be repeated.
	unsent bool
	// final means that the service asked not to repeat the request.
	final bool
}

// Error returns the kind and the detail, for the log.
func (e *Error) Error() string {
	s := "gateway: " + string(e.Kind)
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// AutoRetryable reports whether the request may be repeated automatically: the service was busy or
// did not process it, or nothing was sent. A request that failed with another status may have been
// billed, whatever the message.
func (e *Error) AutoRetryable() bool {
	busy := (e.Kind == RateLimit || e.Kind == Server || e.Kind == Loading) && !e.final &&
		(e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable)
	unreached := e.Kind == Network || e.Kind == ProxyUnreachable || e.Kind == ProxyInvalid || e.Kind == ProxyCannotConnect
	return busy || e.Kind == Restarting || unreached && e.unsent
}

// Retryable reports whether repeating the same request may help.
func (e *Error) Retryable() bool {
	switch e.Kind {
	case UnsupportedParam, RateLimit, Timeout, Server, Restarting, Loading, Network, Truncated,
		NoData, EmptyReply, BadReply, BadToolCall, Proxy, ProxyUnreachable, ProxyInvalid, ProxyCannotConnect:
		return true
	}
	return false
}

// Refusals returns every refusal in err, if it is an *Error: first of the fields that were left
// out, then the refusal that ended the request.
func Refusals(err error) []Refusal {
	var e *Error
	if !errors.As(err, &e) {
		return nil
	}
	all := slices.Clone(e.Dropped)
	if e.Refusal != nil {
		all = append(all, *e.Refusal)
	}
	return all
}
