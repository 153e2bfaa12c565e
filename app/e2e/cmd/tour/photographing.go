package main

import (
	"context"

	"parlando/app/e2e"
)

// photographing are the steps with screenshots and with pictures from other programs.
var photographing = []step{
	{"110-what-to-attach", all(
		key("Escape"),
		newChat("Practice eyes"),
		shell(`display -window root "$1"; true`, photo), // display exits with 1 on success
		click("=Add a picture or file"),
		see("Take a screenshot"),
	)},
	{"111-the-screen", all(click("Take a screenshot"), see("=Screenshot"))},
	{"112-a-part-of-it", at("=Screenshot", func(ctx context.Context, t *tourist, r e2e.Rect) error {
		return t.running.Drag(ctx, r.X+r.Width/4, r.Y+r.Height/3, r.X+r.Width*2/3, r.Y+r.Height*3/4)
	})},
	{"113-the-part-attached", all(click("Add selection"), gone("=Screenshot"), see("Screenshot"))},
	{"114-a-bitmap-pasted", all(
		shell(`convert "$1" bitmap.png`, photo),
		shell("xclip -selection clipboard -target image/png -in bitmap.png >/dev/null 2>&1"),
		key("ctrl+l", "ctrl+v"),
		see("Pasted picture"),
		gone("Preparing"),
		write("Where is this?"),
	)},
	{"114-sent", all(key("Return"), replied)},
}
