package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlando/app/e2e"
)

// The keys to press: letters in a text field, up and down in the conversation.
var (
	letters = []string{"a", "b", "BackSpace", "BackSpace"}
	up      = []string{"Prior", "Prior", "Next"}
	down    = []string{"Next", "Next", "Prior"}
)

// longChat is a running program whose library has the chats with long replies.
type longChat struct {
	*e2e.Program
	bench *bench
	// middle is the area of the conversation on the screen, box that of the message box, and whole
	// that of the window.
	middle, box, whole e2e.Rect
	// words is a position in the window with text of the conversation.
	words e2e.Rect
}

// startLong starts a program, opens the short chat, and waits until the program is idle.
func (b *bench) startLong(ctx context.Context, library string) *longChat {
	l := &longChat{Program: must(b.screen.StartProgram(ctx, b.program, "--data-dir", library)), bench: b}
	err := attempt(func() {
		x, y, err := l.At(ctx)
		check(err)
		check(l.Click(ctx, shortChat))
		l.box = must(l.WaitFor(ctx, "Write a message…"))
		l.box.Width = 500 // the box is wider than its placeholder
		l.words = e2e.Rect{X: l.box.X + 40, Y: 240}
		l.middle = e2e.Rect{X: x + l.box.X, Y: y + 80, Width: l.box.Width, Height: l.box.Y - 120}
		l.box.X, l.box.Y = l.box.X+x, l.box.Y+y
		l.whole = e2e.Rect{X: x, Y: y, Width: 1000, Height: 700}
		l.rest(ctx)
	})
	if err != nil {
		l.Kill()
		check(err)
	}
	return l
}

// open rests the pointer on a chat, clicks, and returns the time until the repaint.
func (l *longChat) open(ctx context.Context, title string) time.Duration {
	r := must(l.WaitFor(ctx, title))
	check(l.MoveTo(ctx, r.X+r.Width/2, r.Y+r.Height/2))
	pause(ctx, 400*time.Millisecond)
	return l.painted(ctx, l.middle, func() { check(l.Press(ctx, "click 1")) })
}

// focus focuses the conversation by selecting a word. It tries several positions, because the text
// moves between calls.
func (l *longChat) focus(ctx context.Context) {
	before := l.bench.pixels.SumIn(l.middle)
	for below := 0; below < 40 && l.bench.pixels.SumIn(l.middle) == before; below += 8 {
		check(l.MoveTo(ctx, l.words.X, l.words.Y+below))
		must(l.bench.screen.Run(ctx, "xdotool", "click", "--repeat", "2", "--delay", "60", "1"))
		pause(ctx, 300*time.Millisecond)
	}
}

// painted calls do and returns the time until an area of the screen has changed.
func (l *longChat) painted(ctx context.Context, area e2e.Rect, do func()) time.Duration {
	before, start := l.bench.pixels.SumIn(area), time.Now()
	do()
	for l.bench.pixels.SumIn(area) == before {
		if time.Since(start) > 20*time.Second {
			check(errors.New("no picture within 20 s"))
		}
		pause(ctx, 2*time.Millisecond)
	}
	return time.Since(start)
}

// keyWaits presses keys for the time total, each 100 ms after the repaint for the previous key, and
// returns the times until the repaints.
func (l *longChat) keyWaits(ctx context.Context, area e2e.Rect, keys []string, total time.Duration) (waits []time.Duration) {
	for start, i := time.Now(), 0; time.Since(start) < total; i++ {
		waits = append(waits, l.painted(ctx, area, func() { check(l.Press(ctx, "key "+keys[i%len(keys)])) }))
		pause(ctx, 100*time.Millisecond)
	}
	return waits
}

// rest waits until the program is idle. It returns the processor time used until then, and the time
// that passed.
func (l *longChat) rest(ctx context.Context) (used, took time.Duration) {
	const look, calm = 250 * time.Millisecond, 6
	start, before := time.Now(), must(e2e.CPU(l.Process.Pid))
	last := before
	for quiet := 0; quiet < calm; {
		pause(ctx, look)
		now := must(e2e.CPU(l.Process.Pid))
		quiet++
		if now-last > look/10 {
			quiet, used, took = 0, now-before, time.Since(start)
		}
		last = now
	}
	return used, took
}

// waitsSaid formats the maximum, 95th percentile and median of waits.
func waitsSaid(waits []time.Duration) string {
	s := slices.Sorted(slices.Values(waits))
	return fmt.Sprintf("%d ms at most, p95 %d, median %d of %d", s[len(s)-1].Milliseconds(), s[len(s)*95/100].Milliseconds(), s[len(s)/2].Milliseconds(), len(s))
}
