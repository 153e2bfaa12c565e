package failure

import (
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
)

// ProxyError is the reason why a proxy did not let a request through; nothing of the request itself
// has left then. A function that finds the proxy for NewTransportVia may return one.
type ProxyError struct {
	// Status is the proxy's answer, 0 if there was none.
	Status int
	// Login: it wants a name and a password, or others than it was given.
	Login bool
	// Err is the cause, nil where the Status is.
	Err error
}

// Error is a sentence for the log. A password is not in it.
func (e *ProxyError) Error() string {
	s := "the proxy did not let the request through"
	if e.Status != 0 {
		s = strings.TrimSpace("the proxy answered " + strconv.Itoa(e.Status) + " " + http.StatusText(e.Status))
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *ProxyError) Unwrap() error { return e.Err }

// proxyError finds what a proxy did, in an error of net/http; nil if it did nothing wrong. net/http
// has no type for it, but marks what happens on the way to a proxy.
func proxyError(err error) *ProxyError {
	var known *ProxyError
	if errors.As(err, &known) {
		return known
	}
	var step *net.OpError
	if !errors.As(err, &step) || step.Op != "proxyconnect" && step.Op != "socks connect" {
		return nil
	}
	cause := step.Err
	return &ProxyError{Err: cause, Login: step.Op == "socks connect" && strings.Contains(cause.Error(), "authentication")}
}
