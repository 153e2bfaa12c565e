package main

import (
	"context"
	"path/filepath"
	"time"
)

// answering is long enough for a few lines of a reply.
const answering = 3 * time.Second

// window are the steps of somebody who makes the window suit eyes and hands.
var window = []step{
	{"133-simple-view", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "Escape") },
			func() error { return t.newChat(ctx, "Practice writer") },
			func() error { return t.ask(ctx, "How high is a lighthouse? In short") },
			func() error { return t.replied(ctx) },
			func() error { return t.choice(ctx, 8, "Big and simple") },
		)
	}},
	{"134-simple-view-on", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+comma") },
			func() error { _, err := t.running.WaitFor(ctx, "Simple view is on"); return err },
		)
	}},
	{"135-largest-text", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Turn off") },
			func() error { return t.running.Key(ctx, "Escape") },
			func() error {
				return t.running.Key(ctx, "ctrl+plus", "ctrl+plus", "ctrl+plus", "ctrl+plus", "ctrl+plus")
			},
		)
	}},
	{"136-largest-settings", func(ctx context.Context, t *tourist) error { return t.running.Key(ctx, "ctrl+comma") }},
	{"137-shift-enter-sends", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "ctrl+0") },
			func() error { return t.choice(ctx, 8, "Shift+Enter or Ctrl+Enter") },
			func() error { return t.running.Key(ctx, "ctrl+l") },
			func() error { return t.running.Type(ctx, "One line") },
			func() error { return t.running.Key(ctx, "Return") },
			func() error { return t.running.Type(ctx, "and another") },
			func() error { _, err := t.running.WaitFor(ctx, "Shift+Enter to send"); return err },
		)
	}},
	{"138-keys-told", func(ctx context.Context, t *tourist) error { return t.running.Key(ctx, "ctrl+slash") }},
	{"139-wide", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "ctrl+l", "ctrl+a", "Delete") },
			func() error { return t.choice(ctx, 8, "Enter") },
			func() error { return t.choice(ctx, 8, "Whole window") },
		)
	}},
	{"140-behind-the-quick-window", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.choice(ctx, 8, "Narrow") },
			func() error {
				_, err := t.screen.Run(ctx, t.program, "--data-dir", t.library, "--quick")
				return err
			},
			func() error { return t.screen.WaitActive(ctx, "Ask quickly") },
			func() error { return t.running.Type(ctx, "What is a lighthouse for? In short") },
			func() error { return t.running.Key(ctx, "Return") },
			func() error { return t.begunQuickly(ctx) },
			func() error { return t.screen.Picture(ctx, filepath.Join(t.out, "140-quick-window.png")) },
			func() error { return t.running.Key(ctx, "Escape") },
		)
	}},
}

// choice chooses something in Settings, after so many steps of the wheel.
func (t *tourist) choice(ctx context.Context, down int, words string) error {
	return all(
		func() error { return t.running.Key(ctx, "ctrl+comma") },
		func() error { _, err := t.running.WaitFor(ctx, "Light or dark"); return err },
		func() error { return t.running.Scroll(ctx, t.look.width/2, t.look.height/2, down) },
		func() error { return t.running.Click(ctx, "="+words) },
		func() error { return t.running.Key(ctx, "Escape") },
	)
}

// begunQuickly waits until the chat of the quick window is one of Parley's.
func (t *tourist) begunQuickly(ctx context.Context) error {
	if t.look.narrow() {
		return wait(ctx, answering) // the list is folded away
	}
	return all(
		func() error { _, err := t.running.WaitFor(ctx, "What is a lighthouse"); return err },
		func() error { return wait(ctx, answering) },
	)
}
