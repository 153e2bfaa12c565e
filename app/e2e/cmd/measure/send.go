package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"parlando/app/e2e"
)

// sends is the number of messages over which each median is taken.
const sends = 50

// send measures the time from Enter until the service receives the request, in new chats and in an
// existing one.
func (b *bench) send(ctx context.Context) {
	p := b.ask(ctx, warmUp)
	defer p.Kill()
	b.oneSend(ctx, p)
	for _, c := range []struct {
		name string
		keys []string
	}{{"in a new chat", []string{"ctrl+n"}}, {"in a chat that goes on", nil}} {
		var waits []time.Duration
		for range sends {
			check(errors.Join(p.Key(ctx, c.keys...), p.Type(ctx, "And now?")))
			pause(ctx, time.Second)
			waits = append(waits, b.oneSend(ctx, p))
		}
		slices.Sort(waits)
		b.report("13 Enter until the service has the request, "+c.name, "", "%.1f ms, the slowest tenth over %.1f ms (median of %d)",
			milliseconds(waits[len(waits)/2]), milliseconds(waits[len(waits)*9/10]), sends)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// oneSend presses Enter and waits for the end of the reply.
func (b *bench) oneSend(ctx context.Context, p *e2e.Program) (took time.Duration) {
	select {
	case <-b.load.asked:
	default:
	}
	began := time.Now()
	check(p.Press(ctx, "key Return"))
	select {
	case at := <-b.load.asked:
		took = at.Sub(began)
	case <-time.After(10 * time.Second):
		check(errors.New("nothing was sent"))
	}
	check(p.WaitGone(ctx, "Stop"))
	return took
}
