package core

import (
	"context"
	"time"

	"parlando/app/instance"
)

// A second start retries for askFor, once per askEvery, while the first is still starting.
const (
	askFor   = time.Second
	askEvery = 100 * time.Millisecond
)

// AskRunning asks the Parlando that runs with the data folder of f to carry out the request of f.
// The error is instance.ErrNotRunning if none runs or if it cannot.
func AskRunning(ctx context.Context, f Flags) error {
	p, err := paths(f.DataDir)
	if err != nil {
		return err
	}
	return instance.SendRequest(ctx, p.Home, f.Request())
}

// AskStarting retries AskRunning for a start that found the library locked, because the first
// Parlando may still be starting.
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
// Close. If it cannot receive requests, it logs the error; other starts then report that the
// library is locked.
func (c *Core) HandleSecondStarts(do func(context.Context, instance.Request) bool) {
	if !c.locked {
		return // another Parlando may be running
	}
	closing, err := instance.Listen(c.Paths.Home, do)
	if err != nil {
		c.Log.Warn("The socket for other starts could not be opened", "error", err)
		return
	}
	c.atClose("door for other starts", closing)
}
