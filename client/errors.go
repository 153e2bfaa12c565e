package client

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	// maxDetail is the length of Error.Detail in characters.
	maxDetail = 2000
	// maxMasked is how much of a text is searched for keys, in bytes: all of maxDetail.
	maxMasked = 4 * maxDetail
	// maxErrorBody is how much of an error's body is read, in bytes.
	maxErrorBody = 64 << 10
)

// Error is every failure this package reports, except the context's own and that of reading a
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
	// RetryAfter is how long the service asks to wait, 0 if it does not say.
	RetryAfter time.Duration
	// Param is the refused field of KindUnsupportedParam.
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

// MayRepeat reports whether the request may be sent again unasked: the service said that it is busy,
// or not a byte has left. What comes with another status may have been billed, whatever its words.
func (e *Error) MayRepeat() bool {
	busy := (e.Kind == KindRateLimit || e.Kind == KindServer) && !e.final &&
		(e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable)
	return busy || (e.Kind == KindNetwork || e.Kind == KindProxy) && e.unsent
}

// Retryable reports whether asking the same again may help.
func (e *Error) Retryable() bool {
	switch e.Kind {
	case KindUnsupportedParam, KindRateLimit, KindTimeout, KindServer, KindNetwork, KindTruncated,
		KindSilent, KindEmptyReply, KindBadReply, KindBadToolCall, KindProxy:
		return true
	}
	return false
}

// Request is what the failure of a request is told by: whom it asked, and for what.
type Request struct {
	// Host is host[:port] of the service; Key is the key it was sent, which no Error holds.
	Host, Key string
	// Path is where it went, behind the base address.
	Path string
	// List: it asked for the list of models. Images: it carries pictures.
	List, Images bool
	// Fields are the optional fields in it.
	Fields []Field
}

// Failed makes an *Error of a kind that is known; detail is cut, and the key taken out.
func (q Request) Failed(kind Kind, detail string, err error) *Error {
	return &Error{Kind: kind, Host: q.Host, Detail: q.detail(detail), Err: err}
}

// FailedStatus reads an answer that is not 2xx. It does not close the body.
func (q Request) FailedStatus(r *http.Response) *Error {
	e := &Error{Status: r.StatusCode, Host: q.Host, RequestID: requestID(r.Header)}
	if r.StatusCode < 400 {
		q.redirected(e, r)
		return e
	}
	var body []byte
	unpacked, packed := openBody(r, r.Body)
	if packed == nil {
		// What came before a fault is still worth showing.
		body, _ = readAll(unpacked, maxErrorBody)
	}
	f := readFault(body)
	f.status = r.StatusCode
	e.RetryAfter = retryAfter(r.Header, f.message+" "+f.wait+" "+f.inner, time.Now())
	f.waits = e.RetryAfter > 0
	q.sort(e, f)
	if e.Detail == "" {
		e.Detail = q.detail(r.Status)
		if packed != nil {
			e.Detail += "; " + packed.Error()
		}
	}
	e.final = strings.EqualFold(r.Header.Get("X-Should-Retry"), "false")
	e.identify(f)
	return e
}

// redirected tells where a redirect leads that is not followed (checkRedirect). One to the same
// question on the same host means that the service has moved; what else it leads to, such as a page
// to log in at, is no service.
func (q Request) redirected(e *Error, r *http.Response) {
	e.Kind = KindWrongAddress
	e.Detail = "The service answered with a redirect, which is not followed."
	to, err := r.Location()
	if err != nil {
		return
	}
	where := q.detail((&url.URL{Scheme: to.Scheme, Host: to.Host, Path: to.Path}).String())
	e.Detail = "The service redirects to " + where + ", which is not followed."
	if strings.HasPrefix(to.Scheme, "http") && to.Hostname() == r.Request.URL.Hostname() &&
		strings.HasSuffix(strings.TrimRight(to.Path, "/"), q.Path) {
		e.MovedTo = where
		e.Detail = "The service has moved to " + where + ". A redirect is not followed."
	}
}

// sort says what a fault means to the request.
func (q Request) sort(e *Error, f fault) {
	f.images, f.list, f.sent = q.Images, q.List, q.Fields
	e.Kind, e.Param = f.kind()
	e.WebPage = f.isHTML
	if e.Kind == KindUnsupportedParam || e.Kind == KindBadRequest {
		if e.Refusal = f.refusal(e.Param); e.Refusal != nil {
			e.Refusal.Reason = q.detail(e.Refusal.Reason)
		}
	}
	e.Detail = q.detail(f.detail())
}

// identify takes the ids that the body names beside the one from the headers.
func (e *Error) identify(f fault) {
	e.ReplyID = f.id
	switch {
	case e.RequestID == "":
		e.RequestID = f.requestID
	case e.ReplyID == "" && f.requestID != e.RequestID:
		e.ReplyID = f.requestID
	}
}

// FailedInside makes an *Error of a fault that came inside a 200 answer; id is that of the request,
// from its headers.
func (q Request) FailedInside(f fault, id string) *Error {
	f.images, f.list, f.sent = q.Images, q.List, q.Fields
	if f.status == 0 {
		f.status, f.guessed = f.guessStatus(), true
	}
	e := &Error{Status: 200, Host: q.Host, RequestID: id}
	q.sort(e, f)
	e.identify(f)
	e.RetryAfter = retryAfter(nil, f.message+" "+f.wait+" "+f.inner, time.Now())
	return e
}

// FailedTransport makes an *Error of a request that got no answer. cause is why its context ended;
// begun and sent say whether the request had begun to leave, and had left whole; proxied, that it
// was to go through a proxy.
func (q Request) FailedTransport(err, cause error, begun, sent, proxied bool) *Error {
	e := &Error{Kind: KindNetwork, Host: q.Host, Sent: sent, unsent: !begun && !sent, Err: err}
	// The text of a url.Error repeats method and address; the cause is inside.
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	var dns *net.DNSError
	switch {
	case errors.Is(cause, errSilent):
		e.Kind, e.unsent = KindSilent, false
		err = errSilent
	case errors.Is(err, errRedirectLoop):
		e.Kind, e.unsent = KindWrongAddress, false
	case proxyError(err) != nil:
		e.Kind, err = KindProxy, proxyError(err)
		if proxyError(err).Login {
			e.Kind, e.unsent = KindProxyLogin, false
		}
		e.Status = proxyError(err).Status
	case badCertificate(err):
		e.Kind, e.unsent = KindTLS, false
	case plainHTTPBehindTLS(err), speaksNoHTTP(err) && (!proxied || begun):
		e.Kind, e.unsent = KindWrongAddress, false
	case strings.Contains(err.Error(), "invalid header field value"):
		// net/http names the header, not its value.
		e.Kind, e.unsent = KindAuth, false
		err = errors.New("the key contains characters that cannot be sent")
	case proxied && !begun && !sent:
		e.Kind = KindProxy // it let nothing through, whatever it said
	case errors.As(err, &dns) && dns.IsNotFound:
		e.unsent = false // asking for the name again would not find it
	}
	e.Detail = q.detail(err.Error())
	return e
}

// badCertificate reports whether the service could not prove who it is.
func badCertificate(err error) bool {
	var (
		verification *tls.CertificateVerificationError
		authority    x509.UnknownAuthorityError
		host         x509.HostnameError
		invalid      x509.CertificateInvalidError
		alert        tls.AlertError
	)
	return errors.As(err, &verification) || errors.As(err, &authority) || errors.As(err, &host) ||
		errors.As(err, &invalid) || errors.As(err, &alert)
}

// plainHTTPBehindTLS reports whether an https address leads to something that speaks plain http, or
// else than TLS.
func plainHTTPBehindTLS(err error) bool {
	var record tls.RecordHeaderError
	return errors.As(err, &record) || strings.Contains(err.Error(), "server gave HTTP response to HTTPS client")
}

// speaksNoHTTP reports whether what answered is no web service at all; net/http has no type for
// that. One whose answer was cut within its first line is one: "HTT" or "HTTP/1.1 20".
func speaksNoHTTP(err error) bool {
	_, what, found := strings.Cut(err.Error(), "malformed HTTP ")
	if line, ok := strings.CutPrefix(what, `response "`); ok {
		return !strings.HasPrefix("HTTP/1.1", strings.TrimSuffix(line, `"`))
	}
	if code, ok := strings.CutPrefix(what, `status code "`); ok {
		code = strings.TrimSuffix(code, `"`)
		return len(code) > 2 || strings.Trim(code, "0123456789") != ""
	}
	return found
}

// detail cuts a text to maxDetail characters and takes out the key, and whatever is shaped like
// one.
func (q Request) detail(text string) string {
	text = strings.TrimSpace(text)
	text = text[:min(len(text), maxMasked)] // the rest is cut anyway
	text = MaskKeys(strings.ToValidUTF8(text, "\uFFFD"), q.Key)
	if utf8.RuneCountInString(text) <= maxDetail {
		return text
	}
	return string([]rune(text)[:maxDetail])
}

// requestIDHeaders are where services put their id of a request, the best first.
var requestIDHeaders = []string{
	"X-Request-Id", "Request-Id", "X-Req-Id", "X-Oneapi-Request-Id", "Apim-Request-Id", "X-Ms-Request-Id",
	"X-Amzn-Requestid", "X-Amz-Request-Id", "X-Correlation-Id", "X-Trace-Id", "X-Generation-Id", "Cf-Ray",
}

// requestID finds the service's id of a request, at most 200 characters, or "".
func requestID(h http.Header) string {
	for _, name := range requestIDHeaders {
		if id := shortID(h.Get(name)); id != "" {
			return id
		}
	}
	return ""
}

// shortID is an id without space around it, at most 200 bytes of it, and not what is shaped like a
// key.
func shortID(id string) string {
	id = MaskKeys(strings.TrimSpace(id))
	return strings.ToValidUTF8(id[:min(len(id), 200)], "")
}

// The causes for which a request is ended before its answer.
var (
	// errSilent: nothing came for too long.
	errSilent = errors.New("nothing came")
	// errRedirectLoop: redirects led on and on.
	errRedirectLoop = errors.New("the address redirects in circles")
)
