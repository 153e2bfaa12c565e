package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlando/app/e2e"
)

// The keys that are pressed: letters for a field, up and down for the conversation.
var (
	letters = []string{"a", "b", "BackSpace", "BackSpace"}
	up      = []string{"Prior", "Prior", "Next"}
	down    = []string{"Next", "Next", "Prior"}
)

// longChat is a program in which chats with long replies are opened.
type longChat struct {
	*e2e.Program
	bench *bench
	// middle is the part of the screen with the conversation, box that with the message box, and
	// whole that with the window.
	middle, box, whole e2e.Rect
	// words is a place in the window with text.
	words e2e.Rect
}

// startLong starts a program in which the short chat is open, and waits until it rests.
func (b *bench) startLong(ctx context.Context, library string) *longChat {
	l := &longChat{Program: must(b.screen.StartProgram(ctx, b.program, "--data-dir", library)), bench: b}
	err := attempt(func() {
		x, y, err := l.At(ctx)
		check(err)
		check(l.Click(ctx, shortChat))
		l.box = must(l.WaitFor(ctx, "Write a message…"))
		l.box.Width = 500 // the field is wider than its placeholder
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

// open rests the pointer on a chat, clicks, and returns how long its picture took.
func (l *longChat) open(ctx context.Context, title string) time.Duration {
	r := must(l.WaitFor(ctx, title))
	check(l.MoveTo(ctx, r.X+r.Width/2, r.Y+r.Height/2))
	pause(ctx, 400*time.Millisecond)
	return l.painted(ctx, l.middle, func() { check(l.Press(ctx, "click 1")) })
}

// focus gives the keyboard to the conversation, as selecting a word does: the first word that is
// there, for the text moves between two uses.
func (l *longChat) focus(ctx context.Context) {
	before := l.bench.pixels.SumIn(l.middle)
	for below := 0; below < 40 && l.bench.pixels.SumIn(l.middle) == before; below += 8 {
		check(l.MoveTo(ctx, l.words.X, l.words.Y+below))
		must(l.bench.screen.Run(ctx, "xdotool", "click", "--repeat", "2", "--delay", "60", "1"))
		pause(ctx, 300*time.Millisecond)
	}
}

// painted returns how long it takes after do until a part of the screen has changed.
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

// keyWaits presses keys for a while, each 100 ms after the picture of the one before, and returns
// how long their pictures took.
func (l *longChat) keyWaits(ctx context.Context, area e2e.Rect, keys []string, total time.Duration) (waits []time.Duration) {
	for start, i := time.Now(), 0; time.Since(start) < total; i++ {
		waits = append(waits, l.painted(ctx, area, func() { check(l.Press(ctx, "key "+keys[i%len(keys)])) }))
		pause(ctx, 100*time.Millisecond)
	}
	return waits
}

// rest waits until the program uses next to no processor, and returns how much it used until then
// and for how long.
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

// waitsSaid describes waits.
func waitsSaid(waits []time.Duration) string {
	s := slices.Sorted(slices.Values(waits))
	return fmt.Sprintf("%d ms at most, p95 %d, median %d of %d", s[len(s)-1].Milliseconds(), s[len(s)*95/100].Milliseconds(), s[len(s)/2].Milliseconds(), len(s))
}
