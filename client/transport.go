package client

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"parlando/client/failure"
)

// NewTransport makes the transport a Client uses when it is given none: the proxy of the
// environment but never for this computer, a bounded time for connecting and for TLS, none for the
// answer, which the watchdog of a Stream guards.
func NewTransport() *http.Transport { return NewTransportVia(http.ProxyFromEnvironment) }

// NewTransportVia is NewTransport with another way to find the proxy of a request, such as the
// settings of the system; nil and no error is no proxy. It is not asked about this computer.
func NewTransportVia(proxy func(*http.Request) (*url.URL, error)) *http.Transport {
	dialer := &net.Dialer{Timeout: 15 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy:                 notLoopback(proxy),
		DialContext:           dialer.DialContext,
		ForceAttemptHTTP2:     true,
		MaxIdleConns:          16,
		MaxIdleConnsPerHost:   4,
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   15 * time.Second,
		ExpectContinueTimeout: time.Second,
		// Compressed answers are unpacked by body, which also knows those that came unasked.
		DisableCompression:     true,
		MaxResponseHeaderBytes: 1 << 20,
		OnProxyConnectResponse: func(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
			if answer.StatusCode == http.StatusOK {
				return nil
			}
			return &failure.ProxyError{Status: answer.StatusCode, Login: answer.StatusCode == http.StatusProxyAuthRequired}
		},
	}
}

// proxiedKey is the context key of an *atomic.Bool that is set when the request uses a proxy.
type proxiedKey struct{}

// notLoopback is proxy, but none for this computer whatever proxy says.
func notLoopback(proxy func(*http.Request) (*url.URL, error)) func(*http.Request) (*url.URL, error) {
	return func(r *http.Request) (*url.URL, error) {
		if loopbackName(r.URL.Hostname()) {
			return nil, nil
		}
		u, err := proxy(r)
		if u != nil {
			if note, ok := r.Context().Value(proxiedKey{}).(*atomic.Bool); ok {
				note.Store(true)
			}
		}
		return u, err
	}
}

// maxRedirects is the number of redirects that a GET follows within its own origin.
const maxRedirects = 5

// checkRedirect lets nothing be sent anywhere the user did not name: a POST is never redirected,
// a GET only within scheme, host and port. net/http alone would send key and question to another
// port.
func checkRedirect(r *http.Request, via []*http.Request) error {
	first := via[0]
	same := r.URL.Scheme == first.URL.Scheme && r.URL.Hostname() == first.URL.Hostname() &&
		effectivePort(r.URL) == effectivePort(first.URL)
	if first.Method != http.MethodGet || r.Method != http.MethodGet || !same {
		return http.ErrUseLastResponse
	}
	if len(via) > maxRedirects {
		return failure.ErrRedirectLoop
	}
	return nil
}
