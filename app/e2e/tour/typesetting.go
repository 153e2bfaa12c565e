package main

import (
	"context"
	"fmt"
	"time"

	"parley/app/e2e"
)

// typesetting are the steps of somebody who is shown formulas, tables and code, and needs large letters to read them.
var typesetting = []step{
	{"141-formulas", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.usualWidth(ctx) },
			func() error { return t.newChat(ctx, "Practice writer") },
			func() error { return t.ask(ctx, "A few formulas, a table and some code") },
			func() error { return t.replied(ctx) },
			func() error { return t.wheel(ctx, -60) },
			func() error { return t.point(ctx, "Copy formula") },
		)
	}},
	{"142-formula-copied", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "Copy formula") },
			func() error { _, err := t.running.WaitFor(ctx, "Copied."); return err },
			func() error { return wait(ctx, time.Second/2) }, // it comes gently
		)
	}},
	{"143-formulas-twice-as-large", func(ctx context.Context, t *tourist) error {
		return all(
			func() error {
				return t.running.Key(ctx, "ctrl+plus", "ctrl+plus", "ctrl+plus", "ctrl+plus", "ctrl+plus")
			},
			func() error { return t.wheelTo(ctx, "Copy formula") },
		)
	}},
	{"144-table-twice-as-large", func(ctx context.Context, t *tourist) error { return t.wheelTo(ctx, "Counted") }},
	{"145-code-twice-as-large", func(ctx context.Context, t *tourist) error { return t.wheelTo(ctx, "Copy code") }},
	{"145-as-large-as-before", func(ctx context.Context, t *tourist) error { return t.running.Key(ctx, "ctrl+0") }},
}

// usualWidth makes the lines as long again as at first. Two choices in Settings have a Normal: that of the lines stands left of Wide.
func (t *tourist) usualWidth(ctx context.Context) error {
	var wide e2e.Rect
	return all(
		func() error { return t.running.Key(ctx, "Escape", "Escape", "ctrl+comma") },
		func() error { _, err := t.running.WaitFor(ctx, "Light or dark"); return err },
		func() error { return t.running.Scroll(ctx, t.look.width/2, t.look.height/2, 8) },
		func() (err error) { wide, err = t.running.WaitFor(ctx, "=Wide"); return err },
		func() error { return t.running.ClickAt(ctx, wide.X-wide.Width/2, wide.Y+wide.Height/2) },
		func() error { return t.running.Key(ctx, "Escape") },
	)
}

// wheelTo turns the wheel from the beginning of the chat until what is called name stands in the upper half, or the end is reached.
func (t *tourist) wheelTo(ctx context.Context, name string) error {
	if err := t.wheel(ctx, -60); err != nil {
		return err
	}
	last := e2e.Rect{}
	for range 200 {
		at, here, err := t.running.Where(name)
		if err != nil || here && (at.Y < t.look.height/2 || at == last) {
			return err
		}
		last = at
		if err := t.wheel(ctx, 3); err != nil {
			return err
		}
	}
	return fmt.Errorf("no wheel leads to %q", name)
}
