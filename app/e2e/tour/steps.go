package main

import (
	"context"
	"fmt"
)

// step is one thing the tourist does; its picture is taken when do has returned.
type step struct {
	name string
	do   func(context.Context, *tourist) error
}

var steps = []step{
	{"01-first-run", func(ctx context.Context, t *tourist) error {
		if err := t.start(ctx); err != nil {
			return err
		}
		_, err := t.running.WaitFor(ctx, "Try it now")
		return err
	}},
	{"02-empty-chat", func(ctx context.Context, t *tourist) error {
		if err := t.running.Click(ctx, "Try it now"); err != nil {
			return err
		}
		_, err := t.running.WaitFor(ctx, "Write a message…")
		return err
	}},
	{"03-a-photo-attached", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.choose(ctx, "Practice eyes") },
			func() error { return t.running.SetClipboard(ctx, t.photo) },
			func() error { return t.running.Click(ctx, "Write a message…") },
			func() error { return t.running.Key(ctx, "ctrl+v") },
			func() error { _, err := t.running.WaitFor(ctx, "meadow.jpg"); return err },
			func() error { return t.running.Type(ctx, "What do you see in this photo?") },
		)
	}},
	{"04-what-it-saw", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Return") },
			func() error { return t.answered(ctx) },
		)
	}},
	{"05-writing", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+n") },
			func() error { return t.choose(ctx, "Practice writer") },
			func() error { return t.ask(ctx, "How do I look after an oak tree?") },
			func() error { _, err := t.running.WaitFor(ctx, "Stop"); return err },
			func() error { _, err := t.running.WaitFor(ctx, "Practice writer"); return err },
		)
	}},
	{"06-stopped", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "Stop") },
			func() error { return t.answered(ctx) },
		)
	}},
	{"07-second-answer", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "Try again") },
			func() error { _, err := t.running.WaitFor(ctx, "Stop"); return err },
			func() error { return t.answered(ctx) },
			func() error { _, err := t.running.WaitFor(ctx, "2 of 2"); return err },
		)
	}},
	{"08-adjust", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "Adjust") },
			func() error { return t.slide(ctx, "Creativity", 0.4) },
		)
	}},
	{"09-next-time", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Quit(ctx) },
			func() error { return t.start(ctx) },
			func() error { _, err := t.running.WaitFor(ctx, "2 of 2"); return err },
		)
	}},
	{"10-search", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+k") },
			func() error { return t.running.Type(ctx, "photo") },
			func() error { _, err := t.running.WaitFor(ctx, "What do you see"); return err },
		)
	}},
	{"11-shortcuts", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "ctrl+slash") },
			func() error { _, err := t.running.WaitFor(ctx, "New chat"); return err },
		)
	}},
	{"12-settings", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "ctrl+comma") },
			func() error { _, err := t.running.WaitFor(ctx, "Appearance"); return err },
		)
	}},
	{"13-models", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "ctrl+n") },
			func() error { return t.running.Key(ctx, "ctrl+m") },
			func() error { _, err := t.running.WaitFor(ctx, "Practice trouble"); return err },
		)
	}},
	trouble("20-cut-off", "cut off"),
	trouble("21-key-refused", "key"),
	trouble("22-busy", "busy"),
	trouble("23-server", "server"),
	trouble("24-too-long", "too long"),
	trouble("25-not-understood", "gibberish"),
	trouble("26-no-such-model", "unknown"),
	trouble("27-filtered", "filter"),
	trouble("28-length", "length"),
	{"29-details", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.newTrouble(ctx, "key") },
			func() error { return t.running.Click(ctx, "Details") },
		)
	}},
	{"30-cannot-see", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+n") },
			func() error { return t.choose(ctx, "Practice writer") },
			func() error { return t.running.SetClipboard(ctx, t.photo) },
			func() error { return t.running.Click(ctx, "Write a message…") },
			func() error { return t.running.Key(ctx, "ctrl+v") },
			func() error { _, err := t.running.WaitFor(ctx, "meadow.jpg"); return err },
		)
	}},
	{"31-no-network", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.deadService(ctx) },
			func() error { return t.ask(ctx, "Is anybody there?") },
			func() error { return t.answered(ctx) },
		)
	}},
}

// trouble asks the model that fails on purpose for one kind of failure.
func trouble(name, word string) step {
	return step{name, func(ctx context.Context, t *tourist) error { return t.newTrouble(ctx, word) }}
}

func all(actions ...func() error) error {
	for i, do := range actions {
		if err := do(); err != nil {
			return fmt.Errorf("action %d: %w", i+1, err)
		}
	}
	return nil
}
