package main

import (
	"context"
	"errors"
	"time"

	"parley/app/e2e"
)

const question = "Write a long text."

// ask opens a fresh program, a new chat and the model, and sends the question.
func (b *bench) ask(ctx context.Context, model string) (*e2e.Program, error) {
	p, err := b.screen.StartProgram(ctx, b.program, "--data-dir", b.library)
	if err != nil {
		return nil, err
	}
	err = errors.Join(p.Key(ctx, "ctrl+n"), choose(ctx, p, model), p.Click(ctx, "Write a message…"), p.Type(ctx, question))
	if err != nil {
		p.Kill()
		return nil, err
	}
	return p, nil
}

func choose(ctx context.Context, p *e2e.Program, model string) error {
	return errors.Join(p.Key(ctx, "ctrl+m"), p.Type(ctx, model), p.Key(ctx, "Return"))
}

// stream measures goals 4, 5 and 7: 20,000 tokens at 200 a second.
func (b *bench) stream(ctx context.Context) error {
	p, err := b.ask(ctx, warmUp)
	if err != nil {
		return err
	}
	defer p.Kill()
	pid := p.Process.Pid
	cold, err := e2e.PSS(pid)
	if err != nil {
		return err
	}
	if err := errors.Join(p.Key(ctx, "Return"), p.WaitGone(ctx, "Stop"), choose(ctx, p, "load-20000-200"), p.Type(ctx, question)); err != nil {
		return err
	}
	<-b.load.done
	if err := pauseFor(ctx, 8*time.Second); err != nil {
		return err
	}
	pss0, err := e2e.PSS(pid)
	if err != nil {
		return err
	}
	cpu0, err := e2e.CPU(pid)
	if err != nil {
		return err
	}
	if err := p.Key(ctx, "Return"); err != nil {
		return err
	}
	watch, cancel := context.WithCancel(ctx)
	frames := make(chan e2e.Frames, 1)
	go func() { frames <- b.pixels.Watch(watch, 0) }()
	peak := make(chan float64, 1)
	go func() { peak <- mostPSS(watch, pid) }()
	// The first and the last thousand tokens, for goal 7: the cost of a token must not grow with the reply.
	first, err := cpuDuring(ctx, pid, 5*time.Second)
	if err != nil {
		cancel()
		return err
	}
	if err := pauseFor(ctx, 88*time.Second); err != nil {
		cancel()
		return err
	}
	last, err := cpuDuring(ctx, pid, 5*time.Second)
	if err != nil {
		cancel()
		return err
	}
	select {
	case <-b.load.done:
	case <-time.After(2 * time.Minute):
		cancel()
		return errors.New("the reply did not end")
	}
	cancel()
	f, most := <-frames, <-peak
	cpu1, err := e2e.CPU(pid)
	if err != nil {
		return err
	}
	if err := pauseFor(ctx, 8*time.Second); err != nil {
		return err
	}
	pss1, err := e2e.PSS(pid)
	if err != nil {
		return err
	}
	b.tellHeap(p)
	p95, worst := f.Gaps()
	b.report("4 smoothness of 20,000 tokens at 200/s", "≥ 20 (12) pictures a second, p95 gap ≤ 60 ms, worst ≤ 100 ms",
		"%.1f pictures a second, p95 gap %d ms, worst %d ms", f.PerSecond(), p95.Milliseconds(), worst.Milliseconds())
	b.report("5 processor for that reply", "≤ 40 s", "%.1f s", (cpu1 - cpu0).Seconds())
	b.report("7 memory of that reply", "≤ +15 MB", "%+.1f MB (%.0f → %.0f 8 s after it), %+.1f MB at most while it was written; before it, the fonts for Chinese and Cyrillic: %+.1f MB, once",
		pss1-pss0, pss0, pss1, most-pss0, pss0-cold)
	b.report("7 last 1,000 tokens against the first 1,000", "≤ 1.3 x", "%.2f x (%.2f s, %.2f s)", last.Seconds()/first.Seconds(), last.Seconds(), first.Seconds())
	return nil
}

// mostPSS is the highest of a look each two seconds until ctx ends.
func mostPSS(ctx context.Context, pid int) float64 {
	most := 0.0
	for {
		if pss, err := e2e.PSS(pid); err == nil {
			most = max(most, pss)
		}
		if pauseFor(ctx, 2*time.Second) != nil {
			return most
		}
	}
}

func cpuDuring(ctx context.Context, pid int, d time.Duration) (time.Duration, error) {
	before, err := e2e.CPU(pid)
	if err != nil {
		return 0, err
	}
	if err := pauseFor(ctx, d); err != nil {
		return 0, err
	}
	after, err := e2e.CPU(pid)
	return after - before, err
}

// lag measures goal 6: how far the picture is behind the service's last piece.
func (b *bench) lag(ctx context.Context) error {
	for _, c := range []struct{ model, rate, target string }{
		{"load-20000-2000", "at 2,000/s", "≤ 0.1 s"},
		{"load-20000-0", "as one burst", "≤ 0.5 s"},
	} {
		var lags []time.Duration
		for range 3 {
			lag, err := b.oneLag(ctx, c.model)
			if err != nil {
				return err
			}
			lags = append(lags, lag)
		}
		b.report("6 lag behind the service, 20,000 tokens "+c.rate, c.target, "%.2f s (median of 3)", median(lags).Seconds())
	}
	return nil
}

func (b *bench) oneLag(ctx context.Context, model string) (time.Duration, error) {
	p, err := b.ask(ctx, model)
	if err != nil {
		return 0, err
	}
	defer p.Kill()
	watch, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	painted := make(chan e2e.Frames, 1)
	began := time.Now()
	go func() { painted <- b.pixels.Watch(watch, 2*time.Second) }()
	if err := p.Press(ctx, "key Return"); err != nil {
		return 0, err
	}
	frames := <-painted
	if len(frames) == 0 {
		return 0, errors.New("nothing was painted")
	}
	select {
	case <-b.load.done:
	default:
		return 0, errors.New("the picture stood still before the reply had ended")
	}
	shown := began.Add(frames[len(frames)-1])
	return shown.Sub(time.Unix(0, b.load.lastWrite.Load())), nil
}

// stop measures how fast the window answers the stop button in the middle of a fast reply.
func (b *bench) stop(ctx context.Context) error {
	var waits []time.Duration
	for range 3 {
		p, err := b.ask(ctx, "load-20000-2000")
		if err != nil {
			return err
		}
		wait, err := stopped(ctx, p)
		p.Kill()
		if err != nil {
			return err
		}
		waits = append(waits, wait)
	}
	b.report("6 Stop pressed at 2,000/s until the window shows it", "≤ 100 ms", "%d ms, with %d ms of asking (median of 3)", median(waits).Milliseconds(), 10)
	return nil
}

func stopped(ctx context.Context, p *e2e.Program) (time.Duration, error) {
	if err := p.Key(ctx, "Return"); err != nil {
		return 0, err
	}
	if _, err := p.WaitFor(ctx, "Stop"); err != nil {
		return 0, err
	}
	if err := pauseFor(ctx, 2*time.Second); err != nil {
		return 0, err
	}
	began := time.Now()
	if err := p.Press(ctx, "key Escape"); err != nil {
		return 0, err
	}
	for {
		_, seen, err := p.Where("Stop")
		if err != nil || !seen {
			return time.Since(began), err
		}
		if err := pauseFor(ctx, 10*time.Millisecond); err != nil {
			return 0, err
		}
	}
}
