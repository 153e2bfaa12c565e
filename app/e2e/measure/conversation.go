package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"parley/app/e2e"
)

// open measures goal 8: from the click in the sidebar to the picture of the conversation.
func (b *bench) open(ctx context.Context) error {
	p, err := b.screen.StartProgram(ctx, b.program, "--data-dir", b.library)
	if err != nil {
		return err
	}
	defer p.Kill()
	times := map[int][]time.Duration{}
	var grew []float64
	// Times come in steps of a sample of the screen: more rounds than elsewhere make the ratio steady.
	for range 2*rounds + 1 {
		for _, n := range []int{2000, 10000} {
			if err := p.Key(ctx, "ctrl+n"); err != nil {
				return err
			}
			before, err := e2e.PSS(p.Process.Pid)
			if err != nil {
				return err
			}
			d, err := b.clickToPainted(ctx, p, titleOf(n))
			if err != nil {
				return err
			}
			after, err := e2e.PSS(p.Process.Pid)
			if err != nil {
				return err
			}
			if n == 10000 {
				grew = append(grew, after-before)
			}
			times[n] = append(times[n], d)
		}
	}
	small, large := median(times[2000]), median(times[10000])
	b.report("8 open a conversation of 10,000 messages, click to painted", "≤ 100 ms, ≤ 1.15 x that of 2,000, ≤ +10 MB",
		"%d ms; of 2,000: %d ms; %.2f x; %+.1f MB (the first time, with the fonts of its letters, %+.1f MB)",
		large.Milliseconds(), small.Milliseconds(), float64(large)/float64(small), median(grew[1:]), grew[0])
	return nil
}

// clickToPainted rests the pointer on the row first, so that its hover shade is not taken for the answer.
func (b *bench) clickToPainted(ctx context.Context, p *e2e.Program, row string) (time.Duration, error) {
	r, err := p.WaitFor(ctx, row)
	if err != nil {
		return 0, err
	}
	if err := p.MoveTo(ctx, r.X+r.Width/2, r.Y+r.Height/2); err != nil {
		return 0, err
	}
	if err := pauseFor(ctx, time.Second); err != nil {
		return 0, err
	}
	watch, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	frames := make(chan e2e.Frames, 1)
	go func() { frames <- b.pixels.Watch(watch, settled) }()
	if err := p.Press(ctx, "click 1"); err != nil {
		return 0, err
	}
	f := <-frames
	if len(f) == 0 {
		return 0, errors.New("nothing was painted after the click")
	}
	return f[len(f)-1], nil
}

// scroll measures goal 9: the gaps between pictures while the wheel turns fast for six seconds.
func (b *bench) scroll(ctx context.Context) error {
	p, err := b.screen.StartProgram(ctx, b.program, "--data-dir", b.library)
	if err != nil {
		return err
	}
	defer p.Kill()
	if err := p.Click(ctx, titleOf(10000)); err != nil {
		return err
	}
	if err := p.MoveTo(ctx, 760, 300); err != nil {
		return err
	}
	watch, cancel := context.WithCancel(ctx)
	frames := make(chan e2e.Frames, 1)
	go func() { frames <- b.pixels.Watch(watch, 0) }()
	_, err = b.screen.Run(ctx, "xdotool", "click", "--repeat", strconv.Itoa(360), "--delay", "16", "4")
	cancel()
	f := <-frames
	if err != nil {
		return err
	}
	p95, worst := f.Gaps()
	b.report("9 fast scrolling through it", "p95 ≤ 40 ms, worst ≤ 70 ms", "%.1f pictures a second, p95 gap %d ms, worst %d ms", f.PerSecond(), p95.Milliseconds(), worst.Milliseconds())
	return nil
}

func titleOf(messages int) string { return fmt.Sprintf("A chat of %d messages", messages) }
