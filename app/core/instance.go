package core

import (
	"context"
	"time"

	"parlando/app/instance"
)

// How long a second start asks again where the first is still starting, and how often.
const (
	askFor   = time.Second
	askEvery = 100 * time.Millisecond
)

// AskFirst asks the Parlando that has the library of f open to show itself, with the files of f.
// The error is instance.ErrNobody when there is none or when it cannot.
func AskFirst(ctx context.Context, f Flags) error {
	p, err := paths(f.DataDir)
	if err != nil {
		return err
	}
	return instance.Ask(ctx, p.Data, f.Request())
}

// AskFirstAgain is AskFirst for a start that found the library locked: the first may be starting
// too.
func AskFirstAgain(ctx context.Context, f Flags) error {
	ctx, cancel := context.WithTimeout(ctx, askFor)
	defer cancel()
	for {
		err := AskFirst(ctx, f)
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

// AnswerStarts has other starts shown to do, which is called on a goroutine of its own, until
// Close. Where that is not possible the log says so, and other starts find the library locked.
func (c *Core) AnswerStarts(do func(context.Context, instance.Request) bool) {
	if c.History.ReadOnly() != "" {
		return // without a lock somebody else may be the first
	}
	closing, err := instance.Listen(c.Paths.Data, do)
	if err != nil {
		c.Log.Warn("Other starts are not answered", "error", err)
		return
	}
	c.atClose("door for other starts", closing)
}
