package client

import (
	"net/http"
	"time"

	"parlando/client/failure"
)

// Options configure a Client.
type Options struct {
	// Address is the base address.
	Address Address
	// Key is sent as the bearer token (GATEWAY.md 5); "" sends none, for local servers. If it is a
	// secret (failure.IsSecret), nothing that the client returns contains it.
	Key string
	// Transport sends the requests; nil means NewTransport.
	Transport http.RoundTripper
	// SilenceTimeout is the longest time without any data before a request is aborted; 0 means 60
	// s. Unstreamed replies and transcripts get five times as long, because the service sends
	// nothing until they are complete.
	SilenceTimeout time.Duration
	// FinishTimeout is the longest silence after the finish reason before the response counts as
	// complete; 0 means 2 s.
	FinishTimeout time.Duration
	// MaxRetryWait is the longest wait after which the client repeats a request that the service
	// was too busy for (429, 503). If the service asks for a longer wait, the request fails with
	// that wait as RetryAfter. 0 means 2 minutes; a negative value disables automatic retries.
	MaxRetryWait time.Duration
	// Meter is notified of each request that may cost money; nil means none.
	Meter Meter
}

// Client sends requests to one service with one key. It may be used from any goroutine. It need not
// be closed; CloseIdle closes its idle connections.
type Client struct {
	options Options
	http    *http.Client
	// mask hides the key in everything that the service returns.
	mask *failure.KeyMask
}

// New returns a Client. It sends nothing.
func New(o Options) *Client {
	if o.Transport == nil {
		o.Transport = NewTransport()
	}
	if o.SilenceTimeout <= 0 {
		o.SilenceTimeout = 60 * time.Second
	}
	if o.FinishTimeout <= 0 {
		o.FinishTimeout = 2 * time.Second
	}
	if o.MaxRetryWait == 0 {
		o.MaxRetryWait = 2 * time.Minute
	}
	return &Client{
		options: o,
		http:    &http.Client{Transport: o.Transport, CheckRedirect: checkRedirect},
		mask:    failure.NewKeyMask(o.Key),
	}
}

// Address returns the base address of the service.
func (c *Client) Address() Address { return c.options.Address }

// CloseIdle closes idle connections.
func (c *Client) CloseIdle() { c.http.CloseIdleConnections() }
