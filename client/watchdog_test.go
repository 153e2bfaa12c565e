package client

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlando/client/failure"
)

// After a stop of the whole program the timer fires before anybody has read what waits in the
// socket.
func TestAWatchdogThatFiresLateLetsTheReaderReadFirst(t *testing.T) {
	for name, c := range map[string]struct {
		late     time.Duration
		data     string
		finished bool
		want     error
		after    time.Duration // when the request is canceled
	}{
		"in time":               {0, "", false, failure.ErrNoData, 0},
		"late, nothing came":    {time.Minute, "", false, failure.ErrNoData, lateGrace},
		"late, data waits":      {time.Minute, "data", false, failure.ErrNoData, time.Minute},
		"finished, in time":     {0, "", true, errFinished, 0},
		"finished, late":        {time.Minute, "", true, errFinished, lateGrace},
		"finished, more waits":  {time.Minute, "data", true, errFinished, 2 * time.Second},
		"late by a busy moment": {lateness / 2, "", false, failure.ErrNoData, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				w := newWatchdog(time.Minute, cancel)
				defer w.stop()
				if c.finished {
					w.shorten(2 * time.Second)
				}
				w.timer.Stop()
				w.due.Store(int64(time.Since(epoch) - c.late))
				woke := time.Now()
				w.expired()
				if c.data != "" {
					_, _ = io.ReadAll(aliveReader{strings.NewReader(c.data), w})
				}
				<-ctx.Done()
				if got := time.Since(woke); got != c.after || !errors.Is(context.Cause(ctx), c.want) {
					t.Errorf("%v after %v, want %v after %v", context.Cause(ctx), got, c.want, c.after)
				}
			})
		})
	}
}

// The reader's own restart of the timer wins over the wait of one that fired late.
func TestAWatchdogThatFiresEarlyWaitsForItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		w := newWatchdog(time.Minute, cancel)
		defer w.stop()
		start := time.Now()
		w.timer.Reset(lateGrace)
		<-ctx.Done()
		if got := time.Since(start); got != time.Minute {
			t.Errorf("canceled after %v", got)
		}
	})
}

// A program that is stopped again and again still reads before each end.
func TestAWatchdogThatFiresLateTwiceWaitsTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		w := newWatchdog(time.Minute, cancel)
		defer w.stop()
		woke := time.Now()
		for range 2 {
			w.timer.Stop()
			w.due.Store(int64(time.Since(epoch) - time.Hour))
			w.expired()
		}
		<-ctx.Done()
		if got := time.Since(woke); got != lateGrace {
			t.Errorf("canceled after %v", got)
		}
	})
}
