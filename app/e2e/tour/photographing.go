package main

import (
	"context"
	"path/filepath"
)

// photographing are the steps of somebody who asks about what is on the screen, and about a picture of another program.
var photographing = []step{
	{"110-what-to-attach", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape") },
			func() error { return t.newChat(ctx, "Practice eyes") },
			func() error { // it ends with 1, and the photo is there
				_, err := t.screen.Run(ctx, "sh", "-c", `display -window root "$1"; true`, "sh", t.photo)
				return err
			},
			func() error { return t.running.Click(ctx, "=Add a picture or a file") },
			func() error { _, err := t.running.WaitFor(ctx, "Take a picture of the screen"); return err },
		)
	}},
	{"111-the-screen", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "Take a picture of the screen") },
			func() error { _, err := t.running.WaitFor(ctx, "=Picture of the screen"); return err },
		)
	}},
	{"112-a-part-of-it", func(ctx context.Context, t *tourist) error {
		r, err := t.running.WaitFor(ctx, "=Picture of the screen")
		if err != nil {
			return err
		}
		return t.running.Drag(ctx, r.X+r.Width/4, r.Y+r.Height/3, r.X+r.Width*2/3, r.Y+r.Height*3/4)
	}},
	{"113-the-part-attached", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "Add this part") },
			func() error { return t.running.WaitGone(ctx, "=Picture of the screen") },
			func() error { _, err := t.running.WaitFor(ctx, "Picture of the screen"); return err },
		)
	}},
	{"114-a-bitmap-pasted", func(ctx context.Context, t *tourist) error {
		bitmap := filepath.Join(t.screen.Dir, "bitmap.png")
		return all(
			func() error { _, err := t.screen.Run(ctx, "convert", t.photo, bitmap); return err },
			func() error {
				_, err := t.screen.Run(ctx, "sh", "-c", `xclip -selection clipboard -target image/png -in "$1" >/dev/null 2>&1`, "sh", bitmap)
				return err
			},
			func() error { return t.running.Key(ctx, "ctrl+l", "ctrl+v") },
			func() error { _, err := t.running.WaitFor(ctx, "Pasted picture"); return err },
			func() error { return t.running.WaitGone(ctx, "Preparing") },
			func() error { return t.running.Type(ctx, "Where is this?") },
		)
	}},
	{"114-sent", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Return") },
			func() error { return t.replied(ctx) },
		)
	}},
}
