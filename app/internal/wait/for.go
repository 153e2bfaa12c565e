// Package wait waits with an end: owners wait at their end for what they have under way, but no
// longer than whoever closes them.
package wait

import (
	"context"
	"sync"
)

// For returns when all of a group has ended, or with the error of ctx. The goroutine that looks
// stays until the group has ended.
func For(ctx context.Context, group *sync.WaitGroup) error {
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
