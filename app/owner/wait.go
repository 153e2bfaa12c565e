package owner

import (
	"context"
	"sync"
)

// WaitGroup waits for a group, and returns the error of ctx if ctx ends first. A goroutine stays
// until the group is done.
func WaitGroup(ctx context.Context, group *sync.WaitGroup) error {
	done := make(chan struct{})
	go func() {
		group.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Wake sends to a channel of capacity one without blocking: a value already in it is enough.
func Wake(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
