package failure

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/url"
	"strings"
)

// The errors that end a request before its answer.
var (
	// ErrSilent: nothing came for too long.
	ErrSilent = errors.New("nothing came")
	// ErrRedirectLoop: redirects led on and on.
	ErrRedirectLoop = errors.New("the address redirects in circles")
)

// FailedTransport makes an *Error of a request that got no answer. cause ended its context; begun
// means that the first byte had left, sent that the whole request had; proxied that it was to go
// through a proxy.
func (q Request) FailedTransport(err, cause error, begun, sent, proxied bool) *Error {
	e := &Error{Kind: Network, Host: q.Host, Sent: sent, unsent: !begun && !sent, Err: err}
	// The text of a url.Error repeats method and address; the cause is inside.
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	var dns *net.DNSError
	switch {
	case errors.Is(cause, ErrSilent):
		e.Kind, e.unsent = Silent, false
		err = ErrSilent
	case errors.Is(err, ErrRedirectLoop):
		e.Kind, e.unsent = WrongAddress, false
	case proxyError(err) != nil:
		e.Kind, err = Proxy, proxyError(err)
		if proxyError(err).Login {
			e.Kind, e.unsent = ProxyLogin, false
		}
		e.Status = proxyError(err).Status
	case badCertificate(err):
		e.Kind, e.unsent = TLS, false
	case plainHTTPBehindTLS(err), speaksNoHTTP(err) && (!proxied || begun):
		e.Kind, e.unsent = WrongAddress, false
	case strings.Contains(err.Error(), "invalid header field value"):
		// net/http names the header, not its value.
		e.Kind, e.unsent = Auth, false
		err = errors.New("the key contains characters that cannot be sent")
	case proxied && !begun && !sent:
		e.Kind = Proxy // it let nothing through, whatever it said
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
