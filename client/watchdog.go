package client

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"parlando/client/failure"
)

// errClosed cancels an abandoned request, errFinished a connection that stays open after the finish
// reason.
var (
	errClosed   = errors.New("closed")
	errFinished = errors.New("finished")
)

// watchdog cancels a request on which nothing has arrived for a time limit. Every byte counts, even
// comments.
type watchdog struct {
	timer    *time.Timer
	limit    time.Duration // used only by the goroutine that reads
	finished atomic.Bool
}

// newWatchdog starts a watchdog. When it expires it cancels the request with failure.ErrNoData, or
// errFinished after shorten.
func newWatchdog(limit time.Duration, cancel context.CancelCauseFunc) *watchdog {
	w := &watchdog{limit: limit}
	w.timer = time.AfterFunc(limit, func() {
		if w.finished.Load() {
			cancel(errFinished)
		} else {
			cancel(failure.ErrNoData)
		}
	})
	return w
}

// alive restarts the timer.
func (w *watchdog) alive() { w.timer.Reset(w.limit) }

// within sets the timer to another limit once.
func (w *watchdog) within(limit time.Duration) { w.timer.Reset(limit) }

// shorten makes a silence of limit mean the end of the reply.
func (w *watchdog) shorten(limit time.Duration) {
	w.finished.Store(true)
	if limit < w.limit {
		w.limit = limit
		w.alive()
	}
}

func (w *watchdog) stop() { w.timer.Stop() }

// aliveReader notifies the watchdog of every read.
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
