package client

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"parlando/client/failure"
	"parlando/client/fieldname"
)

const (
	// maxRetries is the number of automatic retries.
	maxRetries = 2
	// loadingInterval is the wait between two requests to a service that is loading the model;
	// maxLoading bounds these waits together.
	loadingInterval = 5 * time.Second
	maxLoading      = 5 * time.Minute
	// maxDrops bounds the fields that are dropped from a request; a further refusal is reported.
	maxDrops = 10
)

// ask sends the request that build returns until the response is 2xx. build receives the names of
// the fields to leave out: those in without, and those that the service has refused, which ask
// returns as dropped. Other failures are retried at most twice, if nothing was sent or the service
// was busy, and once if the service did not process the request; any other request may have been
// billed. While the service is loading the model, ask repeats the request for maxLoading, if the
// caller shows that.
func (c *Client) ask(ctx context.Context, without []string,
	build func(without []string) (request, error),
) (a *answer, dropped []failure.Refusal, err error) {
	without = slices.Clone(without)
	eager := false
	var loading loadingWait
	for attempt := 0; ; {
		o, err := build(without)
		if err != nil {
			return nil, dropped, err
		}
		if o.upload != nil {
			o.upload.eager = eager
		}
		a, err := c.send(ctx, o)
		if err == nil {
			return a, dropped, nil
		}
		if o.upload != nil && o.upload.readError() != nil && ctx.Err() == nil {
			return nil, dropped, o.upload.readError()
		}
		var failed *failure.Error
		if !errors.As(err, &failed) {
			return nil, dropped, err
		}
		failed.Dropped = dropped
		if o.upload != nil && !o.upload.again() {
			return nil, dropped, err
		}
		if failed.Status == http.StatusExpectationFailed && o.upload != nil && !eager {
			eager = true
			continue
		}
		if r := failed.Refusal; r != nil && len(dropped) < maxDrops {
			changed := o.instead != nil && o.instead(*r)
			if !changed && mayDrop(o, *r) {
				without, changed = append(without, r.Omission()), true
			}
			if changed {
				dropped = append(dropped, *r)
				continue
			}
		}
		if loading.again(ctx, o, failed) {
			continue
		}
		if attempt >= maxRetries || loading.over() || !c.waitAgain(ctx, o, failed, attempt) {
			return nil, dropped, cmp.Or(ctx.Err(), err)
		}
		attempt++
	}
}

// mayDrop reports whether the request may be repeated without a refused field. The format of speech
// or of a transcript may be dropped, because the response reveals it. If only the value was
// refused, the user must change it, unless request.instead knows another value.
func mayDrop(o request, r failure.Refusal) bool {
	switch r.Field {
	case fieldname.ResponseFormat:
		return !o.exactFormat
	case fieldname.Voice, fieldname.VoiceID:
		return r.AnyValue // a service that refuses voice may accept voice_id
	}
	return r.CanOmit()
}

// waitAgain waits before the next attempt; it reports false if there must be none.
func (c *Client) waitAgain(ctx context.Context, o request, e *failure.Error, attempt int) bool {
	if e.Kind == failure.RateLimit && o.onBusy != nil {
		o.onBusy()
	}
	if c.options.MaxRetryWait < 0 || !e.AutoRetryable() {
		return false
	}
	if e.Kind == failure.Restarting {
		// The next connection reaches a new process of the service.
		return attempt == 0 && ctx.Err() == nil
	}
	// Without Retry-After: 0.5 s, then 1 s, with jitter so that clients do not retry in step.
	wait := e.RetryAfter
	if wait <= 0 {
		wait = time.Duration(float64(500*time.Millisecond<<attempt) * (0.75 + rand.Float64()/2))
	}
	if wait > c.options.MaxRetryWait {
		return false
	}
	return sleep(ctx, wait)
}

// loadingWait is the wait for a model that the service is loading.
type loadingWait struct{ since time.Time }

// again waits if the service is loading the model, and reports whether to repeat the request.
func (l *loadingWait) again(ctx context.Context, o request, e *failure.Error) bool {
	if e.Kind != failure.Loading || o.onLoading == nil {
		l.since = time.Time{}
		return false
	}
	if l.since.IsZero() {
		l.since = time.Now()
	}
	if l.over() {
		return false
	}
	o.onLoading()
	return sleep(ctx, loadingInterval)
}

// over reports whether the wait for the model has lasted for maxLoading.
func (l *loadingWait) over() bool { return !l.since.IsZero() && time.Since(l.since) >= maxLoading }

// sleep waits, and reports false if ctx has ended.
func sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
