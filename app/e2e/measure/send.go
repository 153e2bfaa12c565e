package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"parley/app/e2e"
)

// sends is the number of messages behind each median.
const sends = 50

// send measures how long it takes from Enter until the service has the request: in new chats, and in one that goes on.
func (b *bench) send(ctx context.Context) error {
	p, err := b.ask(ctx, warmUp)
	if err != nil {
		return err
	}
	defer p.Kill()
	if _, err := b.oneSend(ctx, p); err != nil {
		return err
	}
	for _, c := range []struct {
		name string
		keys []string
	}{{"in a new chat", []string{"ctrl+n"}}, {"in a chat that goes on", nil}} {
		var waits []time.Duration
		for range sends {
			if err := errors.Join(p.Key(ctx, c.keys...), p.Type(ctx, "And now?"), pauseFor(ctx, time.Second)); err != nil {
				return err
			}
			wait, err := b.oneSend(ctx, p)
			if err != nil {
				return err
			}
			waits = append(waits, wait)
		}
		slices.Sort(waits)
		b.report("13 Enter until the service has the request, "+c.name, "", "%.1f ms, the slowest tenth over %.1f ms (median of %d)",
			milliseconds(waits[len(waits)/2]), milliseconds(waits[len(waits)*9/10]), sends)
	}
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// oneSend presses Enter, and waits for the reply to end.
func (b *bench) oneSend(ctx context.Context, p *e2e.Program) (time.Duration, error) {
	select {
	case <-b.load.asked:
	default:
	}
	began := time.Now()
	if err := p.Press(ctx, "key Return"); err != nil {
		return 0, err
	}
	select {
	case at := <-b.load.asked:
		return at.Sub(began), p.WaitGone(ctx, "Stop")
	case <-time.After(10 * time.Second):
		return 0, errors.New("nothing was sent")
	}
}
