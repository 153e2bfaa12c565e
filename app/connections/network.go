package connections

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/url"
	"sync"

	"parlando/app/secrets"
	"parlando/app/settings"
	"parlando/client"
	"parlando/client/failure"
)

// network sends each request with the current proxy settings. It creates a new transport when they
// change, because an HTTP/2 connection through the old proxy would otherwise be reused.
type network struct {
	settings *settings.Store
	secrets  *secrets.Secrets
	// system returns the proxy of the environment or the system.
	system func(*http.Request) (*url.URL, error)
	// direct disables all proxies, regardless of the settings.
	direct bool
	// roots are the root certificates for services; nil uses the system's.
	roots *x509.CertPool

	mu sync.Mutex
	// transport was created for the settings in proxy.
	transport *http.Transport
	proxy     settings.Proxy
}

// RoundTrip implements http.RoundTripper.
func (n *network) RoundTrip(r *http.Request) (*http.Response, error) {
	return n.current().RoundTrip(r)
}

// CloseIdleConnections closes idle connections, for http.Client.
func (n *network) CloseIdleConnections() { n.closeIdle() }

func (n *network) current() *http.Transport {
	var now settings.Proxy
	if !n.direct {
		now = n.settings.Get().Proxy
	}
	n.mu.Lock()
	before := n.transport
	if before != nil && now == n.proxy {
		n.mu.Unlock()
		return before
	}
	fresh := client.NewTransportVia(n.via(now))
	if n.roots != nil {
		fresh.TLSClientConfig = &tls.Config{RootCAs: n.roots, MinVersion: tls.VersionTLS12}
	}
	n.proxy, n.transport = now, fresh
	n.mu.Unlock()
	if before != nil {
		before.CloseIdleConnections()
	}
	return fresh
}

// renew makes the next request use a new transport, because the proxy login has changed.
func (n *network) renew() {
	n.mu.Lock()
	before := n.transport
	n.transport = nil
	n.mu.Unlock()
	if before != nil {
		before.CloseIdleConnections()
	}
}

func (n *network) closeIdle() {
	n.mu.Lock()
	now := n.transport
	n.mu.Unlock()
	if now != nil {
		now.CloseIdleConnections()
	}
}

// via returns the function that selects the proxy of a request.
func (n *network) via(p settings.Proxy) func(*http.Request) (*url.URL, error) {
	switch {
	case n.direct, p.Mode == settings.ProxyNone:
		return func(*http.Request) (*url.URL, error) { return nil, nil }
	case p.Mode != settings.ProxyCustom:
		return n.system
	}
	return func(r *http.Request) (*url.URL, error) {
		u, err := url.Parse(p.Address)
		if err != nil {
			return nil, &failure.ProxyError{Err: err}
		}
		if p.Login {
			login, err := n.secrets.Get(r.Context(), proxyAccount(p.Address))
			if err != nil {
				return nil, &failure.ProxyError{Login: true, Err: err}
			}
			u.User = loginOf(login)
		}
		return u, nil
	}
}
