package problem

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"io/fs"
	"net"
	"syscall"
	"time"
	"unicode/utf8"

	"parlando/client/failure"
)

// New returns an error with a kind that From finds even if the error is wrapped. Packages use it to
// declare their errors.
func New(kind Kind, text string) error { return &knownKind{kind, text} }

type knownKind struct {
	kind Kind
	text string
}

func (k *knownKind) Error() string     { return k.text }
func (k *knownKind) ProblemKind() Kind { return k.kind }

// maxDetail is the maximum length of Detail in characters.
const maxDetail = 2000

// From converts an error that occurred at a time to a Problem. host is the service, for errors that
// do not name it ("" if there is none). An error can provide its kind by being a Problem, by being
// returned by New, or by a method ProblemKind() Kind. From(nil) is the zero Problem.
func From(err error, host string, at time.Time) Problem {
	if err == nil {
		return Problem{}
	}
	var whole Problem
	if errors.As(err, &whole) {
		whole.Host = cmp.Or(whole.Host, host)
		if whole.At.IsZero() {
			whole.At = at
		}
		return whole
	}
	var answer *failure.Error
	if errors.As(err, &answer) {
		return fromClient(answer, host, at)
	}
	return Problem{Kind: otherKind(err), Host: host, Detail: short(failure.MaskKeys(err.Error())), At: at}
}

// KindOf returns the kind of the Problem of an error, "" for nil.
func KindOf(err error) Kind { return From(err, "", time.Time{}).Kind }

func fromClient(e *failure.Error, host string, at time.Time) Problem {
	p := Problem{
		Kind:           clientKind(e),
		Status:         e.Status,
		Host:           e.Host,
		RequestID:      e.RequestID,
		ReplyID:        e.ReplyID,
		Detail:         short(e.Detail),
		MovedTo:        e.MovedTo,
		RetryAfter:     e.RetryAfter,
		MayHaveArrived: e.MayBeBilled,
		At:             at,
	}
	p.Host = cmp.Or(p.Host, host)
	if e.Refusal != nil && (p.Kind == BadRequest || e.Refusal.Unaffordable) {
		refusal := Refusal(*e.Refusal)
		p.Kind, p.Refusal = RefusedSetting, &refusal
	}
	return p
}

// clientKinds maps the kinds of client errors that need no further inspection.
var clientKinds = map[failure.Kind]Kind{
	failure.Auth:               KeyRejected,
	failure.Credit:             NoCredit,
	failure.Quota:              NoCredit,
	failure.Forbidden:          Forbidden,
	failure.NotFound:           NoSuchModel,
	failure.WrongAddress:       WrongAddress,
	failure.NoModelList:        WrongAddress,
	failure.BadRequest:         BadRequest,
	failure.UnsupportedParam:   BadRequest,
	failure.TooLong:            TooLong,
	failure.TooLarge:           TooLarge,
	failure.ContentFilter:      Filtered,
	failure.RateLimit:          Busy,
	failure.Timeout:            Timeout,
	failure.Server:             ServerError,
	failure.Restarting:         Restarting,
	failure.Loading:            Loading,
	failure.Template:           Template,
	failure.TLS:                Insecure,
	failure.Proxy:              Proxy,
	failure.ProxyLogin:         ProxyLogin,
	failure.ProxyUnreachable:   ProxyUnreachable,
	failure.ProxyInvalid:       ProxyInvalid,
	failure.ProxyCannotConnect: ProxyCannotConnect,
	failure.Truncated:          CutOff,
	failure.ReplyTooLong:       ReplyTooLong,
	failure.NoData:             Silent,
	failure.EmptyReply:         Empty,
	failure.NoVision:           CannotSee,
	failure.NoDocument:         CannotRead,
	failure.BadPicture:         BadPicture,
}

func clientKind(e *failure.Error) Kind {
	if e.Kind == failure.Network {
		// With a status the response had begun, so the connection was lost during it.
		if e.Status != 0 {
			return CutOff
		}
		return Offline
	}
	return cmp.Or(clientKinds[e.Kind], NotUnderstood)
}

// otherKind returns the kind of an error that does not come from the client.
func otherKind(err error) Kind {
	var says interface{ ProblemKind() Kind }
	if errors.As(err, &says) {
		return says.ProblemKind()
	}
	switch {
	case isStorage(err):
		return Storage
	case errors.Is(err, context.DeadlineExceeded):
		return Timeout
	case errors.Is(err, context.Canceled):
		return Interrupted
	case isCertificate(err):
		return Insecure
	case isAny(err, io.ErrUnexpectedEOF, syscall.ECONNRESET, syscall.EPIPE, net.ErrClosed):
		return CutOff
	}
	var network net.Error // *url.Error, *net.OpError, *net.DNSError
	if errors.As(err, &network) {
		if network.Timeout() {
			return Timeout
		}
		return Offline
	}
	return NotUnderstood
}

// isStorage reports whether an error comes from the disk or the library.
func isStorage(err error) bool {
	if isAny(err, syscall.ENOSPC, syscall.EROFS, syscall.EDQUOT, syscall.EIO) {
		return true
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return true
	}
	// SQLite's errors carry its result code; the low byte is the class.
	var sqlite interface{ Code() int }
	if !errors.As(err, &sqlite) {
		return false
	}
	switch sqlite.Code() & 0xFF {
	// busy, locked, read-only, I/O, corrupt, full, cannot open, no database
	case 5, 6, 8, 10, 11, 13, 14, 26:
		return true
	}
	return false
}

func isCertificate(err error) bool {
	var (
		verification *tls.CertificateVerificationError
		authority    x509.UnknownAuthorityError
		name         x509.HostnameError
		invalid      x509.CertificateInvalidError
	)
	return errors.As(err, &verification) || errors.As(err, &authority) || errors.As(err, &name) || errors.As(err, &invalid)
}

func isAny(err error, targets ...error) bool {
	for _, t := range targets {
		if errors.Is(err, t) {
			return true
		}
	}
	return false
}

// short truncates a text to maxDetail characters.
func short(s string) string {
	if len(s) <= maxDetail || utf8.RuneCountInString(s) <= maxDetail {
		return s
	}
	return string([]rune(s)[:maxDetail])
}

// MaskKeys removes anything that looks like a key from a problem's text, before it is shown or
// copied. Texts made by From contain none; texts stored by an older version may.
func MaskKeys(text string) string { return failure.MaskKeys(text) }
