package client

// ProxyError is why a proxy did not let a request through; nothing of the request itself has left then. A function that finds
// the proxy for NewTransportVia may return one.
type ProxyError struct {
	// Status is what the proxy answered, 0 if it did not.
	Status int
	// Login: it wants a name and a password, or others than it was given.
	Login bool
	// Err is the cause, nil where the Status is.
	Err error
}

// Error says what happened, for the log. A password is not in it.
func (e *ProxyError) Error() string {
	s := "the proxy did not let the request through"
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *ProxyError) Unwrap() error { return e.Err }
