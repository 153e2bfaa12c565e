package failure

import (
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"parlando/client/wire"
)

// Request is a request that failed, as far as its failure depends on it.
type Request struct {
	// Host is host[:port] of the service; Key is the key it was sent, which no Error holds.
	Host, Key string
	// Path follows the base address.
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
	e := &Error{Status: r.StatusCode, Host: q.Host, RequestID: RequestID(r.Header)}
	if r.StatusCode < 400 {
		q.redirected(e, r)
		return e
	}
	var body []byte
	unpacked, packed := wire.OpenBody(r, r.Body)
	if packed == nil {
		// What came before a fault is still worth showing.
		body, _ = wire.ReadAll(unpacked, wire.MaxErrorBody)
	}
	f := ReadFault(body)
	f.status = r.StatusCode
	e.RetryAfter = retryAfter(r.Header, f.Message+" "+f.wait+" "+f.inner, time.Now())
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

// redirected names the address a redirect leads to. It is not followed (checkRedirect). One to the
// same question on the same host means that the service has moved; what else it leads to, such as a
// page to log in at, is no service.
func (q Request) redirected(e *Error, r *http.Response) {
	e.Kind = WrongAddress
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

// sort gives e the kind of f, the refused field and the detail.
func (q Request) sort(e *Error, f Fault) {
	f.images, f.list, f.sent = q.Images, q.List, q.Fields
	e.Kind, e.Param = f.kind()
	e.WebPage = f.isHTML
	if e.Kind == UnsupportedParam || e.Kind == BadRequest {
		if e.Refusal = f.refusal(e.Param); e.Refusal != nil {
			e.Refusal.Reason = q.detail(e.Refusal.Reason)
		}
	}
	e.Detail = q.detail(f.detail())
}

// identify takes the ids that the body names beside the one from the headers.
func (e *Error) identify(f Fault) {
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
func (q Request) FailedInside(f Fault, id string) *Error {
	f.images, f.list, f.sent = q.Images, q.List, q.Fields
	if f.status == 0 {
		f.status, f.guessed = f.guessStatus(), true
	}
	e := &Error{Status: 200, Host: q.Host, RequestID: id}
	q.sort(e, f)
	e.identify(f)
	e.RetryAfter = retryAfter(nil, f.Message+" "+f.wait+" "+f.inner, time.Now())
	return e
}

// detail cuts a text to MaxDetail characters and takes out the key, and whatever is shaped like
// one.
func (q Request) detail(text string) string {
	text = strings.TrimSpace(text)
	text = text[:min(len(text), maxMasked)] // the rest is cut anyway
	text = MaskKeys(strings.ToValidUTF8(text, "\uFFFD"), q.Key)
	if utf8.RuneCountInString(text) <= MaxDetail {
		return text
	}
	return string([]rune(text)[:MaxDetail])
}
