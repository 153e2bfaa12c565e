package main

import (
	"context"
	"os"
	"path/filepath"

	"parley/assets/spoken"
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
			func() error { _, err := t.running.WaitFor(ctx, "0:34 · "); return err },
		)
	}},
	{"82-transcribe-written", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Start") },
			func() error { _, err := t.running.WaitFor(ctx, "Save as…"); return err },
		)
	}},
	{"83-transcribe-heard", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.writeDown(ctx, "mariposas.mp3", "Butterflies over Mexico.mp3") },
			func() error { return t.writeDown(ctx, "pear-tree.mp3", "Talk about the pear tree.mp3") },
			func() error { return t.running.Click(ctx, "00:12") },
			func() error { return t.running.MoveTo(ctx, t.look.width-40, 20) },
			func() error { _, err := t.running.WaitFor(ctx, "=Pause"); return err },
		)
	}},
	{"84-transcribe-save-all", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.toTheList(ctx) },
			func() error { return t.running.Click(ctx, "=All transcripts") },
			func() error { return t.running.Click(ctx, "=Save all transcripts…") },
			func() error { _, err := t.running.WaitFor(ctx, "With the translations"); return err },
		)
	}},
	{"85-transcribe-no-sound", func(ctx context.Context, t *tourist) error {
		dir, err := os.MkdirTemp("", "parley-tour")
		if err != nil {
			return err
		}
		path := filepath.Join(dir, "Lecture 3.mp3")
		return all(
			func() error { return t.running.Key(ctx, "Escape") },
			func() error { return os.WriteFile(path, []byte("these are words, and no sound"), 0o600) },
			func() error { return t.pasteFile(ctx, path) },
			func() error { _, err := t.running.WaitFor(ctx, "Lecture 3.mp3"); return err },
		)
	}},
	{"86-transcribe-left", func(ctx context.Context, t *tourist) error { return t.running.Key(ctx, "Escape", "Escape", "ctrl+n") }},
}

// writeDown has one of the recordings that Parley brings along written down, as a file of the tourist's own.
func (t *tourist) writeDown(ctx context.Context, recording, name string) error {
	path := filepath.Join(t.screen.Dir, name)
	return all(
		func() error { return os.WriteFile(path, spoken.Sound(recording), 0o600) },
		func() error { return t.pasteFile(ctx, path) },
		func() error { _, err := t.running.WaitFor(ctx, "Write this down?"); return err },
		func() error { return t.running.WaitGone(ctx, "Being looked at") },
		func() error { return t.running.Click(ctx, "=Start") },
		func() error { _, err := t.running.WaitFor(ctx, "=Ask about it"); return err },
	)
}

// toTheList shows the list, where it has given way to the transcript.
func (t *tourist) toTheList(ctx context.Context) error {
	if !t.look.narrow() {
		return nil
	}
	return t.running.Click(ctx, "=Back to the list")
}

// pasteFile pastes a file as a file manager puts it on the clipboard, where nothing is written in.
func (t *tourist) pasteFile(ctx context.Context, path string) error {
	_, err := t.screen.Run(ctx, "sh", "-c", `printf 'file://%s' "$1" | sed 's/ /%20/g' | xclip -selection clipboard -i >/dev/null 2>&1`, "sh", path)
	return all(
		func() error { return err },
		func() error { return t.running.Key(ctx, "ctrl+l", "ctrl+v") },
	)
}
