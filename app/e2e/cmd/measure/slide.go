package main

import (
	"context"
	"slices"
	"time"
)

// slides is the number of times that each thing is opened.
const slides = 12

// slide measures the pictures of what slides in over a conversation of 10,000 messages, against an
// empty window with the same slide.
func (b *bench) slide(ctx context.Context) {
	_, _, end := b.startProgram(ctx, b.floor)
	floor := func() []time.Duration {
		defer end()
		must(b.screen.Run(ctx, "xdotool", "search", "--sync", "--name", "Parlando's floor", "windowfocus", "--sync"))
		return b.slideGaps(ctx, "space", "space")
	}()
	p := must(b.screen.StartProgram(ctx, b.program, "--data-dir", b.library))
	defer p.Kill()
	check(p.Click(ctx, titleOf(10000)))
	// The pointer rests where it hovers over nothing.
	check(p.MoveTo(ctx, 760, 2))
	for _, s := range []struct{ name, open, close string }{
		{"a sheet", "ctrl+comma", "Escape"}, {"a menu", "ctrl+m", "Escape"}, {"the panel", "ctrl+j", "ctrl+j"},
	} {
		gaps := b.slideGaps(ctx, s.open, s.close)
		b.report("16 "+s.name+" slides in over 10,000 messages", "p95 gap ≤ 1.3 x that of an empty window",
			"p95 gap %.1f ms of %d; empty Fyne window %.1f ms of %d; %.2f x", p95(gaps), len(gaps), p95(floor), len(floor), p95(gaps)/p95(floor))
	}
}

// slideGaps opens and closes something by keys, and returns the times between the pictures of the
// slides.
func (b *bench) slideGaps(ctx context.Context, open, shut string) (gaps []time.Duration) {
	for range slides {
		f := b.framesDuring(ctx, func() {
			must(b.screen.Run(ctx, "xdotool", "key", open))
			pause(ctx, 400*time.Millisecond)
		})
		for i := 1; i < len(f); i++ {
			// Later pictures, such as those of a blinking caret, are not part of the slide.
			if gap := f[i] - f[i-1]; f[i]-f[0] <= 200*time.Millisecond {
				gaps = append(gaps, gap)
			}
		}
		must(b.screen.Run(ctx, "xdotool", "key", shut))
		pause(ctx, 400*time.Millisecond)
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
