package failure

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/url"
	"strings"
)

// The errors that end a request before the response.
var (
	// ErrNoData means that no data arrived for too long.
	ErrNoData = errors.New("nothing came")
	// ErrUnprocessed means that the service did not process the request, and net/http was about to
	// repeat it.
	ErrUnprocessed = errors.New("the service did not process the request")
	// ErrRedirectLoop means too many redirects.
	ErrRedirectLoop = errors.New("the address redirects in circles")
)

// NewTransportError returns an *Error for a request without a response. cause is the reason for
// which the request's context was canceled. begun means that the first byte was sent, sent that the
// whole request was sent, proxied that the request went through a proxy.
func (q Request) NewTransportError(err, cause error, begun, sent, proxied bool) *Error {
	e := &Error{Kind: Network, Host: q.Host, MayBeBilled: sent, unsent: !begun && !sent, Err: err}
	// The text of a url.Error repeats method and address; the cause is inside.
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	var dns *net.DNSError
	switch {
	case errors.Is(cause, ErrNoData) && proxied && !begun:
		e.Kind, e.unsent, err = ProxyUnreachable, false, ErrNoData
	case errors.Is(cause, ErrNoData):
		e.Kind, e.unsent = NoData, false
		err = ErrNoData
	case errors.Is(cause, ErrUnprocessed):
		err = ErrUnprocessed
		e.setUnprocessed(Restarting)
	case refusedUnprocessed(err):
		e.setUnprocessed(unprocessedKind(err))
	case errors.Is(err, ErrRedirectLoop):
		e.Kind, e.unsent = WrongAddress, false
	case proxyError(err) != nil:
		refused := proxyError(err)
		e.Kind, e.Status, err = refused.kind(), refused.Status, refused
	case badCertificate(err):
		e.Kind, e.unsent = TLS, false
	case plainHTTPBehindTLS(err), speaksNoHTTP(err) && (!proxied || begun):
		e.Kind, e.unsent = WrongAddress, false
	case strings.Contains(err.Error(), "invalid header field value"):
		// net/http names the header, not its value.
		e.Kind, e.unsent = Auth, false
		err = errors.New("the key contains characters that cannot be sent")
	case proxied && !begun && !sent:
		e.Kind = silentProxyKind(err)
	case errors.As(err, &dns) && dns.IsNotFound:
		e.unsent = false // the name would not be found the next time either
	}
	e.Detail = q.detail(err.Error())
	return e
}

// setUnprocessed sets the kind of a request that the service did not process.
func (e *Error) setUnprocessed(k Kind) {
	e.Kind, e.Unprocessed, e.MayBeBilled, e.unsent = k, true, false, false
}

// unprocessedKind returns the Kind for an error that refusedUnprocessed accepts.
func unprocessedKind(err error) Kind {
	if strings.Contains(err.Error(), "ErrCode:ENHANCE_YOUR_CALM") {
		return RateLimit
	}
	return Restarting
}

// silentProxyKind returns the Kind for a proxy that accepted the connection but forwarded nothing.
func silentProxyKind(err error) Kind {
	if network, ok := errors.AsType[net.Error](err); ok && network.Timeout() {
		return ProxyCannotConnect // the handshake with the service timed out
	}
	return ProxyInvalid
}

// refusedUnprocessed reports whether an HTTP/2 service stated that it did not process the request:
// by refusing its stream, or by a GOAWAY with a lower last stream (RFC 9113, 6.8 and 8.7). net/http
// has no types for these errors, so their text decides. Its error for a connection closed after a
// GOAWAY does not count: the request may have been processed.
func refusedUnprocessed(err error) bool {
	text := err.Error()
	return strings.Contains(text, "; REFUSED_STREAM; received from peer") ||
		strings.Contains(text, "Server's graceful shutdown GOAWAY") ||
		strings.Contains(text, "Transport received GOAWAY from server ErrCode:")
}

// badCertificate reports whether the certificate of the service could not be verified.
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

// plainHTTPBehindTLS reports whether the server at an https address uses plain HTTP or another
// protocol instead of TLS.
func plainHTTPBehindTLS(err error) bool {
	var record tls.RecordHeaderError
	return errors.As(err, &record) || strings.Contains(err.Error(), "server gave HTTP response to HTTPS client")
}

// speaksNoHTTP reports whether the response is not HTTP at all, judging by the error's text. A
// response truncated within its first line, such as "HTT" or "HTTP/1.1 20", counts as HTTP.
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
