package main

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// listening are the steps of somebody who has a reply read aloud. A computer without a sound output shows that it waits for one.
var listening = []step{
	{"52-reading-aloud", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape") },
			func() error { return t.newChat(ctx, "Practice writer") },
			func() error { return t.ask(ctx, "Which program runs a lighthouse?") },
			func() error { return t.begun(ctx) },
			func() error { return t.answered(ctx) },
			func() error { return t.running.Click(ctx, "Read aloud") },
			func() error { return t.reads(ctx) },
			func() error { return wait(ctx, 3*time.Second) },
		)
	}},
	{"53-next-sentence", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=The next sentence") },
			func() error { return wait(ctx, time.Second) },
		)
	}},
	{"54-scrolled-away", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "Latest") },
			func() error { _, err := t.running.WaitFor(ctx, "Back to the reading"); return err },
		)
	}},
	{"55-reading-adjust", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "Back to the reading") },
			func() error { return t.running.Key(ctx, "ctrl+j") },
			func() error { _, err := t.running.WaitFor(ctx, "Creativity"); return err },
		)
	}},
	{"56-voices", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+j") },
			func() error { return t.running.Click(ctx, "=Nova") },
			func() error { _, err := t.running.WaitFor(ctx, "Shimmer"); return err },
		)
	}},
	{"57-paused-elsewhere", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "ctrl+n", "ctrl+shift+space") },
			func() error { _, err := t.running.WaitFor(ctx, "Paused"); return err },
		)
	}},
	{"58-back-at-it", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "Paused") },
			func() error { _, err := t.running.WaitFor(ctx, "Practice writer"); return err },
			func() error { return wait(ctx, time.Second) },
		)
	}},
	{"59-replies-aloud", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "ctrl+shift+s") },
			func() error { return t.running.WaitGone(ctx, "=Stop reading") },
			func() error { return t.running.Click(ctx, "=Read replies aloud") },
			func() error { return t.ask(ctx, "And a harbour, in short?") },
			func() error { return t.reads(ctx) },
		)
	}},
	{"59-silent-again", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.answered(ctx) },
			func() error { return t.running.Click(ctx, "=Read replies aloud") },
			func() error { return t.running.Key(ctx, "ctrl+shift+s") },
			func() error { return t.running.WaitGone(ctx, "=Stop reading") },
		)
	}},
}

// reads waits until something is read, or would be if there were an output.
func (t *tourist) reads(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if _, err := t.running.WaitFor(ctx, "=Stop reading"); err != nil {
		return err
	}
	for {
		texts, err := t.running.Texts()
		if err != nil {
			return err
		}
		if strings.Contains(texts, "Reading aloud · ") || strings.Contains(texts, "No sound output.") {
			return nil
		}
		if err := wait(ctx, 200*time.Millisecond); err != nil {
			return fmt.Errorf("nothing is read: %w", err)
		}
	}
}
