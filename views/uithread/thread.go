// Package uithread is the only package of views that starts goroutines or calls the window's thread
// from another one. The function that runs closures there is injected: fyne.Do in the program, a
// queue that the test drains in tests, because Fyne's test driver runs fyne.Do on the caller's
// goroutine.
package uithread

import (
	"context"
	"sync/atomic"
	"time"

	"parlando/app/changes"
)

// UpdateInterval is the minimum interval between two updates after changes, and CalmUpdateInterval
// that for users who want less motion.
const (
	UpdateInterval     = 58 * time.Millisecond
	CalmUpdateInterval = 500 * time.Millisecond
)

// Thread runs functions on the window's thread.
type Thread struct {
	run      func(func())
	repaint  func()
	settling *readCount
	calm     atomic.Bool
}

// readCount counts the reads that WaitForReads waits for.
type readCount struct {
	pending int
	done    chan func()
}

// New returns a Thread that passes its closures to run, which must run them in order, one at a
// time, and must not block until they have run. repaint is called on the window's thread after each
// closure of Do, Go and After, so that changes show even if a widget requests no repaint.
func New(run func(func()), repaint func()) *Thread { return &Thread{run: run, repaint: repaint} }

// Do runs f on the window's thread, soon.
func (t *Thread) Do(f func()) {
	t.run(func() {
		f()
		t.repaint()
	})
}

// Go runs work in a new goroutine, then the function it returns, if any, on the window's thread.
// Call it on the window's thread.
func (t *Thread) Go(work func() func()) {
	if s := t.settling; s != nil {
		s.pending++
		go func() { s.done <- work() }()
		return
	}
	go func() {
		if then := work(); then != nil {
			t.Do(then)
		}
	}()
}

// WaitForReads runs start before the window is shown and waits at most most for the work that start
// begins with Go, so that the first paint includes the results. Slower results arrive later as
// usual. Call it on the window's thread.
func (t *Thread) WaitForReads(most time.Duration, start func()) {
	s := &readCount{done: make(chan func(), 16)}
	t.settling = s
	start()
	late := time.NewTimer(most)
	defer late.Stop()
	for s.pending > 0 {
		select {
		case then := <-s.done:
			s.pending--
			if then != nil {
				then()
			}
		case <-late.C:
			t.settling = nil
			left := s.pending
			go func() {
				for range left {
					if then := <-s.done; then != nil {
						t.Do(then)
					}
				}
			}()
			return
		}
	}
	t.settling = nil
}

// After runs f on the window's thread after d, unless stop was called on the window's thread
// before.
func (t *Thread) After(d time.Duration, f func()) (stop func()) {
	stopped := false
	timer := time.AfterFunc(d, func() {
		t.run(func() {
			if !stopped {
				f()
				t.repaint()
			}
		})
	})
	return func() {
		stopped = true
		timer.Stop()
	}
}

// Poll runs look on the window's thread every d until stop is called there. Unlike After it
// repaints nothing.
func (t *Thread) Poll(d time.Duration, look func()) (stop func()) {
	var timer *time.Timer
	stopped := false
	timer = time.AfterFunc(d, func() {
		t.run(func() {
			if !stopped {
				look()
				timer.Reset(d)
			}
		})
	})
	return func() {
		stopped = true
		timer.Stop()
	}
}

// SetCalm selects CalmUpdateInterval or UpdateInterval as the interval of Watch.
func (t *Thread) SetCalm(calm bool) { t.calm.Store(calm) }

func (t *Thread) frame() time.Duration {
	if t.calm.Load() {
		return CalmUpdateInterval
	}
	return UpdateInterval
}

// Watch calls look on the window's thread with the latest changes, at most once per UpdateInterval
// (see SetCalm) and only after changes, until ctx ends. Each call waits for the previous one to
// return, so a slow window gets fewer calls and never a backlog.
func (t *Thread) Watch(ctx context.Context, marks *changes.Marks, look func([]changes.Change)) {
	go func() {
		var last time.Time
		for {
			select {
			case <-ctx.Done():
				return
			case <-marks.Ready():
			}
			if wait := t.frame() - time.Since(last); wait > 0 {
				select {
				case <-ctx.Done():
					return
				case <-time.After(wait):
				}
			}
			ids := marks.Take()
			if len(ids) == 0 {
				continue
			}
			seen := make(chan struct{})
			t.run(func() { look(ids); close(seen) })
			select {
			case <-ctx.Done():
				return
			case <-seen:
			}
			last = time.Now()
		}
	}()
}
