package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// comforts are the steps of somebody with habits: presets, dials few people need, quotations, texts that are attached.
var comforts = []step{
	{"125-presets", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.newChat(ctx, "Practice writer") },
			func() error { return t.panel(ctx, true) },
			func() error { return t.running.Click(ctx, "=Preset: none") },
			func() error { _, err := t.running.WaitFor(ctx, "=Translator"); return err },
		)
	}},
	{"126-preset-picked", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Precise") },
			func() error { _, err := t.running.WaitFor(ctx, "=Preset: Precise"); return err },
		)
	}},
	{"127-preset-changed", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.slide(ctx, "Focus", 0.4) },
			func() error { _, err := t.running.WaitFor(ctx, "=Preset: Precise (changed)"); return err },
			func() error { return t.running.Click(ctx, "=Save as a preset") },
			func() error { return t.running.Type(ctx, "Letters to the office") },
		)
	}},
	{"128-presets-in-order", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Return") },
			func() error { _, err := t.running.WaitFor(ctx, "=Preset: Letters to the office"); return err },
			func() error { return t.running.Click(ctx, "=Preset: Letters to the office") },
			func() error { return t.running.Click(ctx, "=All presets: order, rename, delete…") },
			func() error { return t.running.Click(ctx, "=Delete Balanced") },
			func() error { _, err := t.running.WaitFor(ctx, "=Bring back the first presets"); return err },
		)
	}},
	{"129-more-dials", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape") },
			func() error { return t.scrollPanel(ctx, 40) },
			func() error { return t.running.Click(ctx, "=More dials") },
			func() error { return t.running.Click(ctx, "=Stop at these words") },
			func() error { return t.running.Type(ctx, `\n\n`) },
			func() error { return t.running.Key(ctx, "Return") },
			func() error { return t.running.Type(ctx, "THE END") },
			func() error { return t.running.Key(ctx, "Return") },
			func() error { return t.running.Click(ctx, "=A random number") },
		)
	}},
	{"130-a-text-file-and-a-long-paste", func(ctx context.Context, t *tourist) error {
		file := filepath.Join(t.screen.Dir, "harbours.csv")
		return all(
			func() error { return t.running.Key(ctx, "ctrl+n") },
			func() error { return t.panel(ctx, false) },
			func() error { return os.WriteFile(file, []byte("name;depth\nWhitby;4.5\nHull;9\n"), 0o600) },
			func() error { return t.running.SetClipboard(ctx, file) },
			func() error { return t.running.Key(ctx, "ctrl+l", "ctrl+v") },
			func() error { _, err := t.running.WaitFor(ctx, "harbours.csv"); return err },
			func() error { return t.paste(ctx, strings.Repeat("The harbour master writes again. ", 150)) },
			func() error { _, err := t.running.WaitFor(ctx, "=Insert as text"); return err },
			func() error { return t.running.Type(ctx, "Which of them is the deepest, in short?") },
		)
	}},
	{"131-sent-with-them", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Return") },
			func() error { return t.replied(ctx) },
			func() error { return t.secondary(ctx, "harbours.csv") },
			func() error { _, err := t.running.WaitFor(ctx, "=Quote the message"); return err },
		)
	}},
	{"132-a-quotation", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Quote the message") },
			func() error { return t.running.Type(ctx, "And the one after that?") },
		)
	}},
}

// scrollPanel turns the wheel over the panel of dials.
func (t *tourist) scrollPanel(ctx context.Context, steps int) error {
	return t.running.Scroll(ctx, t.look.width-100, t.look.height/2, steps)
}

// panel opens the panel of dials, or closes it.
func (t *tourist) panel(ctx context.Context, open bool) error {
	texts, err := t.running.Texts()
	if err != nil || strings.Contains(texts, "Adjust replies") == open {
		return err
	}
	if err := t.running.Key(ctx, "ctrl+j"); err != nil || open {
		return err
	}
	return t.running.WaitGone(ctx, "=Adjust replies")
}
