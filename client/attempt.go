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
	// begun means that the headers were sent, sent that all of the request was, proxied that it was
	// to use a proxy.
	begun, sent, proxied atomic.Bool
	// unanswered is set once the headers were sent, until a redirect.
	unanswered atomic.Bool
}

// attemptKey is the context key of an *attempt.
type attemptKey struct{}

// attemptOf returns the attempt that a request belongs to, a new one for a request of others.
func attemptOf(r *http.Request) *attempt {
	if a, ok := r.Context().Value(attemptKey{}).(*attempt); ok {
		return a
	}
	return &attempt{}
}

// trace returns a context for a request, which reports to a. metering is notified when the headers
// are sent. Over HTTP/2 net/http repeats a request that the service did not process, without limit
// and as fast as it can; cancel ends it before a second one without a body is sent. One with a body
// is not repeated without GetBody.
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
