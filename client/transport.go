package client

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"time"

	"parlando/client/failure"
)

// NewTransport returns the default transport of a Client. It uses the proxy from the environment,
// but never for this computer. It has timeouts for connecting and TLS, but none for the response,
// for which the client has a watchdog.
func NewTransport() *http.Transport { return NewTransportVia(http.ProxyFromEnvironment) }

// NewTransportVia is NewTransport with another function to find the proxy of a request, for example
// from the system settings. A nil URL and nil error mean no proxy. The function is not called for
// this computer.
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
		// wire.DecompressBody decompresses responses, even if compression was not requested.
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

// notLoopback wraps proxy so that this computer is never reached through a proxy.
func notLoopback(proxy func(*http.Request) (*url.URL, error)) func(*http.Request) (*url.URL, error) {
	return func(r *http.Request) (*url.URL, error) {
		if loopbackName(r.URL.Hostname()) {
			return nil, nil
		}
		u, err := proxy(r)
		if u != nil {
			attemptOf(r).proxied.Store(true)
		}
		return u, err
	}
}

// maxRedirects is the number of redirects followed for a GET within its origin.
const maxRedirects = 5

// checkRedirect prevents requests to addresses that the user did not enter: a POST is never
// redirected, a GET only within scheme, host and port. By default net/http would send the key and
// the prompt to another port.
func checkRedirect(r *http.Request, via []*http.Request) error {
	attemptOf(r).unanswered.Store(false)
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
