package failure

import (
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"parlando/client/wire"
)

// Request has the properties of a failed request that are needed to classify the error.
type Request struct {
	// Host is host[:port] of the service; Key is the key that was sent, which no Error contains.
	Host, Key string
	// Path is relative to the base address.
	Path string
	// ModelList: the request was for the list of models. HasImages: it contained pictures.
	ModelList, HasImages bool
	// Fields are the optional fields of the request.
	Fields []Field
}

// NewError returns an *Error of a known kind; detail is shortened, and keys are masked.
func (q Request) NewError(kind Kind, detail string, err error) *Error {
	return &Error{Kind: kind, Host: q.Host, Detail: q.detail(detail), Err: err}
}

// NewStatusError returns the *Error for a response that is not 2xx. It does not close the body.
func (q Request) NewStatusError(r *http.Response) *Error {
	e := &Error{Status: r.StatusCode, Host: q.Host, RequestID: RequestID(r.Header)}
	if r.StatusCode < 400 {
		q.redirected(e, r)
		return e
	}
	var body []byte
	unpacked, packed := wire.DecompressBody(r, r.Body)
	if packed == nil {
		// Show what arrived before a read error.
		body, _ = wire.ReadAll(unpacked, wire.MaxErrorBody)
	}
	f := ParseErrorBody(body)
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
	q.hideKey(e)
	return e
}

// redirected records the target of a redirect that was not followed (checkRedirect). MovedTo is set
// only if the target is the same endpoint on the same host: then the service has moved. Any other
// target, such as a login page, is not a service.
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

// sort sets the kind, the refused field and the detail of e from f.
func (q Request) sort(e *Error, f ErrorBody) {
	f.images, f.list, f.sent = q.HasImages, q.ModelList, q.Fields
	e.Kind, e.Param = f.kind()
	e.WebPage = f.isHTML
	switch e.Kind {
	case UnsupportedParam, BadRequest:
		e.Refusal = f.refusal(e.Param)
	case Credit:
		e.Refusal = f.unaffordable()
	}
	if e.Refusal != nil {
		// Mask keys before shortening: part of a key would not be recognized.
		e.Refusal.Reason = shorten(q.detail(e.Refusal.Reason), maxReason)
		for i, v := range e.Refusal.Allowed {
			e.Refusal.Allowed[i] = q.detail(v)
		}
	}
	e.Detail = q.detail(f.detail())
}

// identify records the ids in the body, except a request id equal to the one in the headers.
func (e *Error) identify(f ErrorBody) {
	e.ReplyID = f.id
	switch {
	case e.RequestID == "":
		e.RequestID = f.requestID
	case e.ReplyID == "" && f.requestID != e.RequestID:
		e.ReplyID = f.requestID
	}
}

// NewBodyError returns an *Error for an error inside a 200 response; id is the request id from the
// headers.
func (q Request) NewBodyError(f ErrorBody, id string) *Error {
	f.images, f.list, f.sent = q.HasImages, q.ModelList, q.Fields
	if f.status == 0 {
		f.status, f.guessed = f.guessStatus(), true
	}
	e := &Error{Status: 200, Host: q.Host, RequestID: id}
	q.sort(e, f)
	e.identify(f)
	q.hideKey(e)
	e.RetryAfter = retryAfter(nil, f.Message+" "+f.wait+" "+f.inner, time.Now())
	return e
}

// hideKey hides the key in the ids and the field that a service reports.
func (q Request) hideKey(e *Error) {
	mask := NewKeyMask(q.Key)
	e.RequestID, e.ReplyID, e.Param = mask.Text(e.RequestID), mask.Text(e.ReplyID), mask.Text(e.Param)
}

// detail shortens a text to MaxDetail characters and masks keys.
func (q Request) detail(text string) string {
	text = strings.TrimSpace(text)
	text = text[:min(len(text), maxMasked)] // the rest would be cut off below
	text = MaskKeys(strings.ToValidUTF8(text, "\uFFFD"), q.Key)
	if utf8.RuneCountInString(text) <= MaxDetail {
		return text
	}
	return string([]rune(text)[:MaxDetail])
}
