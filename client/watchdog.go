package client

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"parlando/client/failure"
)

// errClosed ends a request that nobody waits for any more, errFinished a connection that stays open
// after the reply has said why it finished.
var (
	errClosed   = errors.New("closed")
	errFinished = errors.New("finished")
)

// watchdog ends a request on which nothing has arrived for its limit. Every byte counts as life, a
// comment too.
type watchdog struct {
	timer    *time.Timer
	limit    time.Duration // belongs to the goroutine that reads
	finished atomic.Bool
}

// newWatchdog starts to watch; its bite cancels the request with failure.ErrSilent, or errFinished
// after shorten.
func newWatchdog(limit time.Duration, cancel context.CancelCauseFunc) *watchdog {
	w := &watchdog{limit: limit}
	w.timer = time.AfterFunc(limit, func() {
		if w.finished.Load() {
			cancel(errFinished)
		} else {
			cancel(failure.ErrSilent)
		}
	})
	return w
}

// alive starts the wait anew.
func (w *watchdog) alive() { w.timer.Reset(w.limit) }

// within gives the next sign of life this long, once.
func (w *watchdog) within(limit time.Duration) { w.timer.Reset(limit) }

// shorten makes silence of limit mean that the reply is over.
func (w *watchdog) shorten(limit time.Duration) {
	w.finished.Store(true)
	if limit < w.limit {
		w.limit = limit
		w.alive()
	}
}

func (w *watchdog) stop() { w.timer.Stop() }

// aliveReader tells the watchdog of every byte.
type aliveReader struct {
	r     io.Reader
	watch *watchdog
}

func (a aliveReader) Read(p []byte) (int, error) {
	n, err := a.r.Read(p)
	if n > 0 {
		a.watch.alive()
	}
	return n, err
}
