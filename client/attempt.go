package client

import (
	"context"
	"crypto/tls"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"

	"parlando/client/failure"
)

// attempt records how far one attempt to send a request got, as net/http reports it.
type attempt struct {
	// begun means that the headers were sent, sent that the whole request was sent, proxied that
	// the request goes through a proxy.
	begun, sent, proxied atomic.Bool
	// unanswered is true from sending the headers until a redirect arrives.
	unanswered atomic.Bool
}

// attemptKey is the context key of an *attempt.
type attemptKey struct{}

// attemptOf returns the attempt in a request's context, or a new one if send did not set one.
func attemptOf(r *http.Request) *attempt {
	if a, ok := r.Context().Value(attemptKey{}).(*attempt); ok {
		return a
	}
	return &attempt{}
}

// trace returns a context that reports the progress of a request to a, and to metering when the
// headers are sent. Over HTTP/2, net/http repeats a request that the service did not process,
// without limit or delay. cancel ends such a request before net/http sends it a second time, if it
// has no body; net/http does not repeat a request with a body unless GetBody is set.
func (a *attempt) trace(ctx context.Context, cancel context.CancelCauseFunc, metering *requestMeter) context.Context {
	return httptrace.WithClientTrace(context.WithValue(ctx, attemptKey{}, a), &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) {
			if a.unanswered.Load() && isHTTP2(info) {
				cancel(failure.ErrUnprocessed)
			}
		},
		WroteHeaders: func() {
			a.unanswered.Store(true)
			a.begin(metering)
		},
		WroteRequest: func(info httptrace.WroteRequestInfo) { a.sent.Store(info.Err == nil) },
	})
}

// begin notes that the headers were sent.
func (a *attempt) begin(metering *requestMeter) {
	if a.begun.CompareAndSwap(false, true) {
		metering.sent()
	}
}

func isHTTP2(info httptrace.GotConnInfo) bool {
	secure, ok := info.Conn.(interface{ ConnectionState() tls.ConnectionState })
	return ok && secure.ConnectionState().NegotiatedProtocol == "h2"
}
