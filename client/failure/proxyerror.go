package failure

import (
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
)

// ProxyError reports why a proxy did not let a request through; nothing of the request itself has
// been sent then. A function that finds the proxy for NewTransportVia may return one.
type ProxyError struct {
	// Status is the proxy's response status, 0 without a response.
	Status int
	// Login means that the proxy requires a name and a password, or rejected those it was given.
	Login bool
	// Err is the cause, nil if Status tells it.
	Err error
}

// Error returns a message for the log, which contains no password.
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

// kind returns the Kind of error to show to the user.
func (e *ProxyError) kind() Kind {
	var operation *net.OpError
	var network net.Error
	switch {
	case e.Login:
		return ProxyLogin
	case e.Status >= http.StatusBadGateway && e.Status <= http.StatusGatewayTimeout:
		return ProxyCannotConnect
	case e.Status != 0:
		return Proxy
	case errors.As(e.Err, &operation) && operation.Op == "dial", errors.As(e.Err, &network) && network.Timeout():
		return ProxyUnreachable
	}
	return e.socksKind()
}

// socksKind returns the Kind of an error reply of a SOCKS proxy (RFC 1928, 6). net/http has no
// error type for such replies, so that their text decides.
func (e *ProxyError) socksKind() Kind {
	if e.Err == nil {
		return ProxyInvalid
	}
	reply, found := strings.CutPrefix(e.Err.Error(), "unknown error ")
	switch {
	case !found:
		return ProxyInvalid
	case says(reply, "not allowed", "not supported"):
		return Proxy
	}
	return ProxyCannotConnect
}

// proxyError extracts the failure of a proxy from an error of net/http; nil if there is none.
// net/http has no type for such failures, but names the step that failed.
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
