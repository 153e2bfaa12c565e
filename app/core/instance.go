package core

import (
	"context"
	"time"

	"parlando/app/instance"
)

// How long and how often a second start retries while the first is still starting.
const (
	askFor   = time.Second
	askEvery = 100 * time.Millisecond
)

// AskRunning asks the Parlando that has the library of f open to show itself with the files of f.
// The error is instance.ErrNotRunning if there is none or if it cannot.
func AskRunning(ctx context.Context, f Flags) error {
	p, err := paths(f.DataDir)
	if err != nil {
		return err
	}
	return instance.SendRequest(ctx, p.Home, f.Request())
}

// AskStarting is AskRunning for a start that found the library locked, because the first may still
// be starting.
func AskStarting(ctx context.Context, f Flags) error {
	ctx, cancel := context.WithTimeout(ctx, askFor)
	defer cancel()
	for {
		err := AskRunning(ctx, f)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(askEvery):
		}
	}
}

// HandleSecondStarts calls do, on its own goroutine, with the request of each further start until
// Close. If that is impossible, it logs so and other starts find the library locked.
func (c *Core) HandleSecondStarts(do func(context.Context, instance.Request) bool) {
	if !c.locked {
		return // without a lock another Parlando may be the first
	}
	closing, err := instance.Listen(c.Paths.Home, do)
	if err != nil {
		c.Log.Warn("The socket for other starts could not be opened", "error", err)
		return
	}
	c.atClose("door for other starts", closing)
}
