package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"parlando/app/e2e"
)

// open measures goal 8: from the click in the sidebar to the painted conversation.
func (b *bench) open(ctx context.Context) {
	p := must(b.screen.StartProgram(ctx, b.program, "--data-dir", b.library))
	defer p.Kill()
	times := map[int][]time.Duration{}
	var grew []float64
	// The screen is sampled at intervals, so more rounds than elsewhere make the ratio steady.
	for range 2*rounds + 1 {
		for _, n := range []int{2000, 10000} {
			check(p.Key(ctx, "ctrl+n"))
			before := must(e2e.PSS(p.Process.Pid))
			times[n] = append(times[n], b.clickToPainted(ctx, p, titleOf(n)))
			if after := must(e2e.PSS(p.Process.Pid)); n == 10000 {
				grew = append(grew, after-before)
			}
		}
	}
	small, large := median(times[2000]), median(times[10000])
	b.report("8 open a conversation of 10,000 messages, click to painted", "≤ 100 ms, ≤ 1.15 x that of 2,000, ≤ +10 MB",
		"%d ms; of 2,000: %d ms; %.2f x; %+.1f MB (the first time, with the fonts of its letters, %+.1f MB)",
		large.Milliseconds(), small.Milliseconds(), float64(large)/float64(small), median(grew[1:]), grew[0])
}

// clickToPainted clicks a row and returns the time until the screen is stable. It first rests the
// pointer on the row, so that the hover shade is not mistaken for the response.
func (b *bench) clickToPainted(ctx context.Context, p *e2e.Program, row string) time.Duration {
	r := must(p.WaitFor(ctx, row))
	check(p.MoveTo(ctx, r.X+r.Width/2, r.Y+r.Height/2))
	pause(ctx, time.Second)
	return b.lastPainted(ctx, 10*time.Second, settled, func() { check(p.Press(ctx, "click 1")) })
}

// scroll measures goal 9: the intervals between repaints while the wheel turns fast for six
// seconds.
func (b *bench) scroll(ctx context.Context) {
	p := must(b.screen.StartProgram(ctx, b.program, "--data-dir", b.library))
	defer p.Kill()
	check(p.Click(ctx, titleOf(10000)))
	check(p.MoveTo(ctx, 760, 300))
	f := b.framesDuring(ctx, func() {
		must(b.screen.Run(ctx, "xdotool", "click", "--repeat", strconv.Itoa(360), "--delay", "16", "4"))
	})
	p95, worst := f.Gaps()
	b.report("9 fast scrolling through it", "p95 ≤ 40 ms, worst ≤ 70 ms", "%.1f pictures a second, p95 gap %d ms, worst %d ms", f.PerSecond(), p95.Milliseconds(), worst.Milliseconds())
}

func titleOf(messages int) string { return fmt.Sprintf("A chat of %d messages", messages) }
