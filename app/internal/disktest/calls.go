// Package disktest simulates disk calls of which a chosen one fails, for tests.
package disktest

import "sync"

// Calls counts the calls to a disk, and lets the one chosen by Fail fail.
type Calls struct {
	// Err is the error of the call that fails.
	Err error

	mu     sync.Mutex
	before func()
	left   int // calls up to the failing one; 0: no call fails
	failed bool
}

// Before makes f, if not nil, run before each call.
func (c *Calls) Before(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.before = f
}

// Fail makes only the n-th call from now fail; 1 is the next call.
func (c *Calls) Fail(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left, c.failed = n, false
}

// Mend makes all further calls succeed, and reports whether a call has failed since Fail.
func (c *Calls) Mend() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left = 0
	return c.failed
}

// Next counts a call, and returns Err if this call is to fail.
func (c *Calls) Next() error {
	c.mu.Lock()
	before := c.before
	c.mu.Unlock()
	if before != nil {
		before()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left == 0 {
		return nil
	}
	if c.left--; c.left > 0 {
		return nil
	}
	c.failed = true
	return c.Err
}
