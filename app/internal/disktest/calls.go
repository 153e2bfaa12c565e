// Package disktest has calls to a disk of which one fails, for tests.
package disktest

import "sync"

// Calls are the calls to a disk. None fails before Fail.
type Calls struct {
	// Err is the error of the call that fails.
	Err error
	// Each runs before each call, if it is set.
	Each func()

	mu     sync.Mutex
	left   int // calls until one fails; 0: none does
	failed bool
}

// Fail lets the n-th call from now fail, 1 being the next, and only that one.
func (c *Calls) Fail(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left, c.failed = n, false
}

// Mend lets no call fail, and reports whether one has failed since Fail.
func (c *Calls) Mend() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.left = 0
	return c.failed
}

// Next makes a call, and returns Err if it is the one that fails.
func (c *Calls) Next() error {
	if c.Each != nil {
		c.Each()
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
