package client

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptrace"
	"slices"
	"sync/atomic"
	"time"
)

// maxRetries is how often the client asks again by itself.
const maxRetries = 2

// maxDrops is how many fields one request may lose before the refusal is reported.
const maxDrops = 4

// Chat asks for a reply (GATEWAY.md 4.1) and returns once the service has begun to answer. The caller
// reads the Stream to its end and closes it. The error is an *Error, or the context's own.
//
// A field the model refuses is left out and the question asked again, and a service that will not
// stream is asked for the whole reply; Stream.Dropped tells. Otherwise Chat asks again, twice at most,
// only when nothing was sent or the service said it was busy: a lost request may have been billed.
func (c *Client) Chat(ctx context.Context, r ChatRequest) (*Stream, error) {
	r.Without = slices.Clone(r.Without)
	var dropped []string
	for attempt := 0; ; {
		body, fields, err := chatBody(r)
		if err != nil {
			return nil, &Error{Kind: KindBadRequest, Host: c.options.Address.Host(), Detail: err.Error(), Err: err}
		}
		silence := c.options.Silence
		if !streams(r) {
			silence *= 5
		}
		answer, err := c.send(ctx, http.MethodPost, "/chat/completions", body, silence, streams(r), hasImages(r))
		if err == nil {
			return newStream(ctx, c, answer, r, dropped), nil
		}
		var failure *Error
		if !errors.As(err, &failure) {
			return nil, err
		}
		if p := failure.Param; failure.Kind == KindUnsupportedParam && len(dropped) < maxDrops &&
			slices.Contains(fields, p) && slices.Contains(droppable, p) {
			r.Without = append(r.Without, p)
			dropped = append(dropped, p)
			continue
		}
		if attempt >= maxRetries || !c.waitAgain(ctx, failure, attempt) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, err
		}
		attempt++
	}
}

// waitAgain waits before the next attempt; false means that there must be none.
func (c *Client) waitAgain(ctx context.Context, e *Error, attempt int) bool {
	busy := e.Kind == KindRateLimit || e.Kind == KindServer && e.Status == http.StatusServiceUnavailable
	unsent := e.Kind == KindNetwork && e.unsent
	if c.options.Patience < 0 || !busy && !unsent {
		return false
	}
	// Without a word from the service: 0.5 s, then 1 s, spread so that many do not knock at once.
	wait := e.RetryAfter
	if wait <= 0 {
		wait = time.Duration(float64(500*time.Millisecond<<attempt) * (0.75 + rand.Float64()/2))
	}
	if wait > c.options.Patience {
		return false
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// The causes for which the client ends a request itself.
var (
	errSilent = errors.New("nothing came")
	errClosed = errors.New("closed")
)

// answer is a 2xx response with everything that guards it.
type answer struct {
	response *http.Response
	watch    *watchdog
	cancel   context.CancelCauseFunc
	ctx      context.Context
}

// send makes one request and returns the answer if its status is 2xx, else an *Error or the context's error.
func (c *Client) send(parent context.Context, method, path string, body []byte, silence time.Duration, stream, images bool) (*answer, error) {
	a := c.options.Address
	if a.IsZero() {
		return nil, &Error{Kind: KindWrongAddress, Detail: ErrEmptyAddress.Error(), Err: ErrEmptyAddress, unsent: true}
	}
	ctx, cancel := context.WithCancelCause(parent)
	watch := newWatchdog(silence, cancel)
	var sent atomic.Bool
	traced := httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteRequest: func(info httptrace.WroteRequestInfo) { sent.Store(info.Err == nil) },
	})
	request, err := http.NewRequestWithContext(traced, method, a.String()+path, bytes.NewReader(body))
	if err == nil {
		c.setHeaders(request, body != nil, stream)
		var response *http.Response
		if response, err = c.http.Do(request); err == nil {
			watch.alive()
			if response.StatusCode >= 200 && response.StatusCode < 300 {
				return &answer{response, watch, cancel, ctx}, nil
			}
			err = c.httpError(response, method, images)
			_ = response.Body.Close()
			watch.stop()
			cancel(errClosed)
			if parent.Err() != nil {
				return nil, parent.Err()
			}
			return nil, err
		}
		if response != nil {
			_ = response.Body.Close()
		}
	}
	watch.stop()
	cause := context.Cause(ctx)
	cancel(errClosed)
	if parent.Err() != nil {
		return nil, parent.Err()
	}
	return nil, c.transportError(err, cause, sent.Load())
}

// setHeaders sets what every request carries (GATEWAY.md 4.1 and 5).
func (c *Client) setHeaders(r *http.Request, hasBody, stream bool) {
	h := r.Header
	h.Set("User-Agent", "Parley")
	h.Set("Accept", "application/json")
	h.Set("Accept-Encoding", "gzip")
	if stream {
		h.Set("Accept", "text/event-stream, application/json")
		// A compressing proxy holds words back until it has enough of them.
		h.Set("Accept-Encoding", "identity")
		h.Set("Cache-Control", "no-cache")
	}
	if hasBody {
		h.Set("Content-Type", "application/json")
	}
	if c.options.Key != "" {
		h.Set("Authorization", "Bearer "+c.options.Key)
	}
}

// readAll reads a body whole, up to limit bytes; more is cut off without an error.
func readAll(r io.Reader, limit int64, watch *watchdog) ([]byte, error) {
	if watch != nil {
		r = aliveReader{r, watch}
	}
	return io.ReadAll(io.LimitReader(r, limit))
}
