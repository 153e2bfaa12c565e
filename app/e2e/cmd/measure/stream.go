package main

import (
	"context"
	"errors"
	"time"

	"parlando/app/e2e"
)

const question = "Write a long text."

// ask starts a new program, opens a new chat with the model, and types the question.
func (b *bench) ask(ctx context.Context, model string) *e2e.Program {
	p := must(b.screen.StartProgram(ctx, b.program, "--data-dir", b.library))
	err := attempt(func() {
		check(p.Key(ctx, "ctrl+n"))
		choose(ctx, p, model)
		check(errors.Join(p.Click(ctx, "Write a message…"), p.Type(ctx, question)))
	})
	if err != nil {
		p.Kill()
		check(err)
	}
	return p
}

func choose(ctx context.Context, p *e2e.Program, model string) {
	check(errors.Join(p.Key(ctx, "ctrl+m"), p.Type(ctx, model), p.Key(ctx, "Return")))
}

// follow has the view follow the end of a reply that is longer than the view.
func follow(ctx context.Context, p *e2e.Program) {
	check(p.Click(ctx, "To the end"))
}

// stream measures goals 4, 5 and 7 with 20,000 tokens, 200 per second.
func (b *bench) stream(ctx context.Context) {
	p := b.ask(ctx, warmUp)
	defer p.Kill()
	pid := p.Process.Pid
	cold := must(e2e.PSS(pid))
	check(errors.Join(p.Key(ctx, "Return"), p.WaitGone(ctx, "Stop")))
	choose(ctx, p, "load-20000-200")
	check(p.Type(ctx, question))
	b.load.waitDone(2 * time.Minute)
	pause(ctx, 8*time.Second)
	pss0 := must(e2e.PSS(pid))
	var f e2e.Frames
	var first, last time.Duration
	peak := make(chan float64, 1)
	cpu := cpuOf(pid, func() {
		check(p.Key(ctx, "Return"))
		follow(ctx, p)
		f = b.framesDuring(ctx, func() {
			watch, cancel := context.WithCancel(ctx)
			defer cancel()
			go func() { peak <- mostPSS(watch, pid) }()
			// Goal 7 compares the first and the last thousand tokens: the cost per token must not
			// grow with the length of the reply.
			thousand := func() { pause(ctx, 5*time.Second) }
			first = cpuOf(pid, thousand)
			pause(ctx, 84*time.Second)
			last = cpuOf(pid, thousand)
			b.load.waitDone(2 * time.Minute)
		})
	})
	most := <-peak
	pause(ctx, 8*time.Second)
	pss1 := must(e2e.PSS(pid))
	b.tellHeap(p)
	p95, worst := f.Gaps()
	b.report("4 smoothness of 20,000 tokens at 200/s", "≥ 20 (12) pictures a second, p95 gap ≤ 60 ms, worst ≤ 100 ms",
		"%.1f pictures a second, p95 gap %d ms, worst %d ms", f.PerSecond(), p95.Milliseconds(), worst.Milliseconds())
	b.report("5 processor for that reply", "≤ 40 s", "%.1f s", cpu.Seconds())
	b.report("7 memory of that reply", "≤ +15 MB", "%+.1f MB (%.0f → %.0f 8 s after it), %+.1f MB at most while it was written; before it, the fonts for Chinese and Cyrillic: %+.1f MB, once",
		pss1-pss0, pss0, pss1, most-pss0, pss0-cold)
	b.report("7 last 1,000 tokens against the first 1,000", "≤ 1.3 x", "%.2f x (%.2f s, %.2f s)", last.Seconds()/first.Seconds(), last.Seconds(), first.Seconds())
}

// table measures goals 4 and 5 with a table of 2,000 rows, 50 per second.
func (b *bench) table(ctx context.Context) {
	p := b.ask(ctx, "table-2000-50")
	defer p.Kill()
	check(errors.Join(p.Click(ctx, "Reply as a table"), p.Click(ctx, "Column name"), p.Type(ctx, "Shop, Date, Total"), p.Click(ctx, "Use this table")))
	var f e2e.Frames
	cpu := cpuOf(p.Process.Pid, func() {
		check(p.Key(ctx, "Return"))
		follow(ctx, p)
		f = b.framesDuring(ctx, func() { b.load.waitDone(2 * time.Minute) })
	})
	p95, worst := f.Gaps()
	b.report("4 smoothness of a table of 2,000 rows at 50/s", "no gap above 150 ms", "%.1f pictures a second, p95 gap %d ms, worst %d ms", f.PerSecond(), p95.Milliseconds(), worst.Milliseconds())
	b.report("5 processor for that table", "≤ 40 s", "%.1f s", cpu.Seconds())
}

// mostPSS returns the maximum PSS, sampled every two seconds until ctx ends.
func mostPSS(ctx context.Context, pid int) float64 {
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	most := 0.0
	for {
		if pss, err := e2e.PSS(pid); err == nil {
			most = max(most, pss)
		}
		select {
		case <-ctx.Done():
			return most
		case <-tick.C:
		}
	}
}

// lag measures goal 6: the delay between the service's last chunk and the screen.
func (b *bench) lag(ctx context.Context) {
	for _, c := range []struct {
		model, rate, target string
		follow              bool
	}{
		{"load-20000-2000", "at 2,000/s", "≤ 0.1 s", true},
		{"load-20000-0", "as one burst", "≤ 0.5 s", false},
	} {
		var lags []time.Duration
		for range 3 {
			lags = append(lags, b.oneLag(ctx, c.model, c.follow))
		}
		b.report("6 lag behind the service, 20,000 tokens "+c.rate, c.target, "%.2f s (median of 3)", median(lags).Seconds())
	}
}

func (b *bench) oneLag(ctx context.Context, model string, follows bool) time.Duration {
	p := b.ask(ctx, model)
	defer p.Kill()
	began := time.Now()
	painted := b.lastPainted(ctx, time.Minute, 2*time.Second, func() {
		check(p.Press(ctx, "key Return"))
		if follows {
			follow(ctx, p)
		}
	})
	select {
	case <-b.load.done:
	default:
		check(errors.New("the picture stood still before the reply had ended"))
	}
	return began.Add(painted).Sub(time.Unix(0, b.load.lastWrite.Load()))
}

// stop measures how quickly the window responds to the stop button during a fast reply.
func (b *bench) stop(ctx context.Context) {
	var waits []time.Duration
	for range 3 {
		waits = append(waits, b.oneStop(ctx))
	}
	b.report("6 Stop pressed at 2,000/s until the window shows it", "≤ 100 ms", "%d ms, with %d ms of asking (median of 3)", median(waits).Milliseconds(), 10)
}

func (b *bench) oneStop(ctx context.Context) time.Duration {
	p := b.ask(ctx, "load-20000-2000")
	defer p.Kill()
	check(p.Key(ctx, "Return"))
	must(p.WaitFor(ctx, "Stop"))
	pause(ctx, 2*time.Second)
	began := time.Now()
	check(p.Press(ctx, "key Escape"))
	for {
		_, seen, err := p.Where("Stop")
		check(err)
		if !seen {
			return time.Since(began)
		}
		pause(ctx, 10*time.Millisecond)
	}
}
