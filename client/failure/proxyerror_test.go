package failure

import (
	"context"
	"errors"
	"net"
	"net/http"
	"testing"
)

func TestAProxyErrorTellsWhereTheRequestStopped(t *testing.T) {
	through := func(op string, err error) error { return &net.OpError{Op: op, Net: "tcp", Err: err} }
	noName := &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", IsNotFound: true}}
	for name, c := range map[string]struct {
		err, cause error
		want       Kind
		again      bool
	}{
		"name not found":             {through("proxyconnect", noName), nil, ProxyUnreachable, true},
		"dialing too long":           {through("proxyconnect", &net.OpError{Op: "dial", Err: context.DeadlineExceeded}), nil, ProxyUnreachable, true},
		"no answer":                  {context.Canceled, ErrNoData, ProxyUnreachable, false},
		"handshake with the service": {context.DeadlineExceeded, nil, ProxyCannotConnect, true},
		"socks, rules":               {through("socks connect", errors.New("unknown error connection not allowed by ruleset")), nil, Proxy, false},
		"socks, no route":            {through("socks connect", errors.New("unknown error network unreachable")), nil, ProxyCannotConnect, true},
		"socks, login":               {through("socks connect", errors.New("username/password authentication failed")), nil, ProxyLogin, false},
		"socks, no proxy":            {through("socks connect", errors.New("unexpected protocol version 72")), nil, ProxyInvalid, true},
		"blocked":                    {&ProxyError{Status: http.StatusForbidden}, nil, Proxy, false},
		"cannot connect":             {&ProxyError{Status: http.StatusServiceUnavailable}, nil, ProxyCannotConnect, true},
		"bad address":                {&ProxyError{Err: errors.New("parse")}, nil, ProxyInvalid, true},
		"no HTTP":                    {errors.New(`malformed HTTP status code "mail"`), nil, ProxyInvalid, true},
	} {
		e := Request{}.NewTransportError(c.err, c.cause, false, false, true)
		if e.Kind != c.want || e.AutoRetryable() != c.again || e.MayBeBilled {
			t.Errorf("%s: %+v", name, e)
		}
	}
}
