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

const (
	// lateness is the delay of a timer from which on the whole program must have stood still: it
	// was suspended, its container was frozen, or the machine was overloaded.
	lateness = 500 * time.Millisecond
	// lateGrace is the time that the reader then gets to read the data waiting in the socket.
	lateGrace = 5 * time.Second
)

// epoch is the origin of watchdog.due. Its clock is monotonic.
var epoch = time.Now()

// watchdog cancels a request on which nothing has arrived for a time limit. Every byte counts, even
// comments.
type watchdog struct {
	timer    *time.Timer
	limit    time.Duration // used only by the goroutine that reads
	finished atomic.Bool
	cancel   context.CancelCauseFunc
	// due is the time at which the timer should fire, as a time.Duration since epoch.
	due atomic.Int64
}

// newWatchdog starts a watchdog. When it expires it cancels the request with failure.ErrNoData, or
// errFinished after shorten.
func newWatchdog(limit time.Duration, cancel context.CancelCauseFunc) *watchdog {
	w := &watchdog{limit: limit, cancel: cancel}
	w.due.Store(int64(time.Since(epoch) + limit))
	w.timer = time.AfterFunc(limit, w.expired)
	return w
}

// expired cancels the request. If the timer fired late, it waits for lateGrace instead, because
// data may have arrived that the program could not read.
func (w *watchdog) expired() {
	due, now := w.due.Load(), int64(time.Since(epoch))
	switch late := time.Duration(now - due); {
	case late < 0: // alive has postponed the deadline
		w.timer.Reset(-late)
	case late >= lateness:
		if w.due.CompareAndSwap(due, now+int64(lateGrace)) {
			w.timer.Reset(lateGrace)
		}
	case w.finished.Load():
		w.cancel(errFinished)
	default:
		w.cancel(failure.ErrNoData)
	}
}

// alive restarts the timer.
func (w *watchdog) alive() { w.within(w.limit) }

// within sets the time until the watchdog expires; alive resets it to the usual limit.
func (w *watchdog) within(limit time.Duration) {
	w.due.Store(int64(time.Since(epoch) + limit))
	w.timer.Reset(limit)
}

// shorten makes a silence of limit the normal end of the reply instead of an error.
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
