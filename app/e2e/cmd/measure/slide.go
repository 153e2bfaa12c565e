package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"
)

// Each thing is opened slidesInRow times in each of slideRounds rounds, in which the two programs
// alternate, so that both meet the same load of the machine.
const (
	slideRounds = 4
	slidesInRow = 6
)

// slide measures the pictures of what slides in over a conversation of 10,000 messages, against the
// same slide in an empty window. Nothing has the focus and a caret meanwhile: its pictures would
// hide gaps.
func (b *bench) slide(ctx context.Context) {
	kinds := []struct{ name, floor, open, close string }{
		{"a sheet", "s", "key ctrl+comma", "key Escape"},
		{"a menu", "m", "click 3", "key Escape"},
		{"the panel", "p", "key ctrl+j", "key ctrl+j"},
	}
	floors, parlandos := make([][]time.Duration, len(kinds)), make([][]time.Duration, len(kinds))
	for range slideRounds {
		func() {
			_, _, end := b.startProgram(ctx, b.floor)
			defer end()
			must(b.screen.Run(ctx, "xdotool", "search", "--sync", "--name", "Parlando's floor", "windowfocus", "--sync"))
			for i, k := range kinds {
				press := func() { must(b.screen.Run(ctx, "xdotool", "key", k.floor)) }
				floors[i] = append(floors[i], b.slideGaps(ctx, press, press)...)
			}
		}()
		func() {
			p := must(b.screen.StartProgram(ctx, b.program, "--data-dir", b.library))
			defer p.Kill()
			check(p.Click(ctx, titleOf(10000)))
			check(p.MoveTo(ctx, 640, 20))
			check(p.Press(ctx, "click 1")) // takes the focus from the message box
			row := must(p.WaitFor(ctx, titleOf(10000)))
			check(p.MoveTo(ctx, row.X+row.Width/2, row.Y+row.Height/2))
			pause(ctx, 2*time.Second)
			for i, k := range kinds {
				parlandos[i] = append(parlandos[i], b.slideGaps(ctx,
					func() { check(p.Press(ctx, k.open)) }, func() { check(p.Press(ctx, k.close)) })...)
			}
		}()
	}
	for i, k := range kinds {
		floor, parlando := p95(floors[i]), p95(parlandos[i])
		b.report("16 "+k.name+" slides in over 10,000 messages", "p95 gap ≤ 1.3 x that of an empty window",
			"p95 gap %.1f ms of %d; empty Fyne window %.1f ms of %d; %.2f x", parlando, len(parlandos[i]), floor, len(floors[i]), parlando/floor)
	}
}

// slideGaps opens and closes something, and returns all times between the pictures of its opening.
func (b *bench) slideGaps(ctx context.Context, open, shut func()) (gaps []time.Duration) {
	const watched = 700 * time.Millisecond
	for range slidesInRow {
		f := b.framesDuring(ctx, func() {
			open()
			pause(ctx, watched)
		})
		fmt.Fprintln(os.Stderr, "   ", f)
		for i := 1; i < len(f); i++ {
			gaps = append(gaps, f[i]-f[i-1])
		}
		shut()
		pause(ctx, watched)
	}
	return gaps
}

// p95 returns the 95th percentile in milliseconds.
func p95(all []time.Duration) float64 {
	if len(all) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(all))
	return float64(s[len(s)*95/100].Microseconds()) / 1000
}
