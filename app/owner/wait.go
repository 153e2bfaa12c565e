package owner

import (
	"context"
	"sync"
)

// WaitGroup waits for a group until ctx ends, whose error it returns. A goroutine remains until the
// group has ended.
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

// Wake sends to a channel of capacity one without blocking: a pending value serves for this call as
// well.
func Wake(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
