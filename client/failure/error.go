package failure

import (
	"errors"
	"net/http"
	"slices"
	"time"
)

const (
	// MaxDetail is the length of Error.Detail in characters.
	MaxDetail = 2000
	// maxMasked bytes of a text are searched for keys: all of MaxDetail.
	maxMasked = 4 * MaxDetail
)

// Error is every failure that the client reports, except the context's own and that of reading a
// recording (Transcribe).
type Error struct {
	Kind Kind
	// Status is the HTTP status, 0 without an answer.
	Status int
	// Host is host[:port] of the service.
	Host string
	// RequestID is the service's id for the request, from its headers, else from the error itself.
	RequestID string
	// ReplyID is the id inside the body: the reply's own (GATEWAY.md 2.5), or the one that the
	// error names where the headers have another. "" if there is none.
	ReplyID string
	// Detail is the first 2,000 characters of the answer or the cause, with keys taken out
	// (MaskKeys).
	Detail string
	// MovedTo is the address, without a query, that a redirect names for the same question on the
	// same host; "" if there is none.
	MovedTo string
	// RetryAfter is the wait the service asks for, 0 if it asks for none.
	RetryAfter time.Duration
	// Param is the refused field of UnsupportedParam.
	Param string
	// Sent: the whole request had left when it failed without an answer, so it may have been
	// billed.
	Sent bool
	// Refusal is the field, or the value of one, that the request was refused for; nil for any
	// other reason.
	Refusal *Refusal
	// Dropped are the fields that were refused and left out before the request failed all the same.
	Dropped []Refusal
	// WebPage: the error came as a web page, as those of plain web servers do.
	WebPage bool
	// Err is the cause, nil where the answer itself is.
	Err error

	// unsent: not a byte of the request left, so that it may be sent again.
	unsent bool
	// final: the service says that sending it again is no use.
	final bool
}

// Error gives the kind and the detail, for the log.
func (e *Error) Error() string {
	s := "gateway: " + string(e.Kind)
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// MayRepeat reports whether the request may be sent again unasked: the service said that it is
// busy, or not a byte has left. What comes with another status may have been billed, whatever its
// words.
func (e *Error) MayRepeat() bool {
	busy := (e.Kind == RateLimit || e.Kind == Server) && !e.final &&
		(e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable)
	return busy || (e.Kind == Network || e.Kind == Proxy) && e.unsent
}

// Retryable reports whether asking the same again may help.
func (e *Error) Retryable() bool {
	switch e.Kind {
	case UnsupportedParam, RateLimit, Timeout, Server, Network, Truncated,
		Silent, EmptyReply, BadReply, BadToolCall, Proxy:
		return true
	}
	return false
}

// Refusals returns every refusal that an error of this package tells of: of the fields that were
// left out on the way, then the one that ended the request.
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
