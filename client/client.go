package client

import (
	"net/http"
	"time"
)

// Options configure a Client.
type Options struct {
	// Address is the base address.
	Address Address
	// Key is sent as the bearer value (GATEWAY.md 5); "" sends none, as local servers like it.
	Key string
	// Transport carries the requests; nil is NewTransport.
	Transport http.RoundTripper
	// Silence is the longest time in which nothing at all arrives before a request is given up; 0
	// means 60 s. A gateway that does not stream, or transcribes, is silent meanwhile and gets five
	// times as long.
	Silence time.Duration
	// FinishWait is the longest silence after the finish word before the answer counts as complete;
	// 0 means 2 s.
	FinishWait time.Duration
	// Patience is the longest wait before the client itself asks again after "busy" (429, 503); a
	// longer one is reported as RetryAfter. 0 means 2 minutes, a negative value never asks again.
	Patience time.Duration
	// Meter is told of each request that can cost; nil is told nothing.
	Meter Meter
}

// Client speaks to one service with one key. It is safe for use from any goroutine and holds
// nothing that needs closing but idle connections.
type Client struct {
	options Options
	http    *http.Client
}

// New makes a Client. It sends nothing.
func New(o Options) *Client {
	if o.Transport == nil {
		o.Transport = NewTransport()
	}
	if o.Silence <= 0 {
		o.Silence = 60 * time.Second
	}
	if o.FinishWait <= 0 {
		o.FinishWait = 2 * time.Second
	}
	if o.Patience == 0 {
		o.Patience = 2 * time.Minute
	}
	return &Client{
		options: o,
		http:    &http.Client{Transport: o.Transport, CheckRedirect: checkRedirect},
	}
}

// Address is the base address of the service.
func (c *Client) Address() Address { return c.options.Address }

// CloseIdle lets go of connections that are kept for the next request.
func (c *Client) CloseIdle() { c.http.CloseIdleConnections() }
