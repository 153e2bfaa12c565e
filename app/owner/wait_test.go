package owner

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestWaitEndsWithTheGroupOrTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var group sync.WaitGroup
		group.Go(func() { time.Sleep(time.Minute) })
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := WaitGroup(ctx, &group); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after a second: %v", err)
		}
		if err := WaitGroup(t.Context(), &group); err != nil {
			t.Errorf("in the end: %v", err)
		}
	})
}
