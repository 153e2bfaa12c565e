package main

import (
	"context"
	"os"
	"path/filepath"
)

// transcribing are the steps of somebody who has recordings written down, and of what can go wrong with that.
var transcribing = []step{
	{"80-transcribe-empty", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "ctrl+shift+t") },
			func() error { _, err := t.running.WaitFor(ctx, "From speech to text"); return err },
		)
	}},
	{"81-transcribe-asked", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=The old pear tree") },
			func() error { _, err := t.running.WaitFor(ctx, "1 request"); return err },
		)
	}},
	{"82-transcribe-written", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Start") },
			func() error { _, err := t.running.WaitFor(ctx, "Save as…"); return err },
		)
	}},
	{"83-transcribe-no-sound", func(ctx context.Context, t *tourist) error {
		dir, err := os.MkdirTemp("", "parley-tour")
		if err != nil {
			return err
		}
		path := filepath.Join(dir, "Lecture 3.mp3")
		return all(
			func() error { return os.WriteFile(path, []byte("these are words, and no sound"), 0o600) },
			func() error { return t.pasteFile(ctx, path) },
			func() error { _, err := t.running.WaitFor(ctx, "=Lecture 3.mp3"); return err },
		)
	}},
	{"84-transcribe-left", func(ctx context.Context, t *tourist) error { return t.running.Key(ctx, "Escape", "Escape", "ctrl+n") }},
}

// pasteFile pastes a file as a file manager puts it on the clipboard, where nothing is written in.
func (t *tourist) pasteFile(ctx context.Context, path string) error {
	_, err := t.screen.Run(ctx, "sh", "-c", `printf 'file://%s' "$1" | sed 's/ /%20/g' | xclip -selection clipboard -i >/dev/null 2>&1`, "sh", path)
	return all(
		func() error { return err },
		func() error { return t.running.Key(ctx, "ctrl+l", "ctrl+v") },
	)
}
