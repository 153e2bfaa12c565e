// Package uithreadtest runs the work of the window's thread on the goroutine of a test.
package uithreadtest

import (
	"sync"
	"testing/synctest"
	"time"
)

// Queue holds what the window's thread has to do until a test, in a bubble of synctest, does it.
type Queue struct {
	mu    sync.Mutex
	todo  []func()
	ready chan struct{}
}

// NewQueue returns an empty queue.
func NewQueue() *Queue { return &Queue{ready: make(chan struct{}, 1)} }

// Put adds work, from any goroutine.
func (q *Queue) Put(f func()) {
	q.mu.Lock()
	q.todo = append(q.todo, f)
	q.mu.Unlock()
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// Ready receives when there may be work.
func (q *Queue) Ready() <-chan struct{} { return q.ready }

// RunFirst does the first of what is to be done, and reports whether there was anything.
func (q *Queue) RunFirst() bool {
	q.mu.Lock()
	var first func()
	if len(q.todo) > 0 {
		first, q.todo = q.todo[0], q.todo[1:]
	}
	q.mu.Unlock()
	if first == nil {
		return false
	}
	first()
	return true
}

// Drain lets everything happen that happens without time going by.
func (q *Queue) Drain() {
	for {
		synctest.Wait()
		q.mu.Lock()
		todo := q.todo
		q.todo = nil
		q.mu.Unlock()
		if len(todo) == 0 {
			return
		}
		for _, f := range todo {
			f()
		}
	}
}

// Wait lets time go by, with the window at work.
func (q *Queue) Wait(d time.Duration) {
	end := time.After(d)
	for {
		q.Drain()
		select {
		case <-q.ready:
		case <-end:
			q.Drain()
			return
		}
	}
}

// Until waits at most five minutes until ok returns true, and reports whether it did.
func (q *Queue) Until(ok func() bool) bool {
	limit := time.After(5 * time.Minute)
	for {
		q.Drain()
		if ok() {
			return true
		}
		select {
		case <-q.ready:
		case <-limit:
			return false
		}
	}
}
