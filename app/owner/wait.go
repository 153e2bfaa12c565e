package owner

import (
	"context"
	"sync"
)

// Wait returns when all of a group has ended, or with the error of ctx: an owner that is closed
// waits for what it has under way, but no longer than its caller. A goroutine stays until the group
// has ended.
func Wait(ctx context.Context, group *sync.WaitGroup) error {
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

// Wake has whoever receives from a channel with room for one look again. It never blocks: a wake
// that nobody took yet counts for this one.
func Wake(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
