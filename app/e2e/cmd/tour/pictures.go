package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"time"

	"parlando/app/e2e"
)

// pictures are the steps with several pictures, a document, an address and a model that generates
// pictures.
var pictures = []step{
	{"100-attach-menu", all(
		key("Escape", "Escape"),
		newChat("Practice eyes"),
		click("=Add a picture or file"),
		see("=Paste picture"),
	)},
	{"101-an-address", all(
		click("=Picture from a web address…"),
		see("Only the address is sent."),
		write("https://pictures.example.org/harbor/evening.jpg"),
	)},
	{"102-everything-attached", all(key("Return"), see("evening.jpg"), attachMore, write("Which of these belong together?"))},
	{"103-dragged", all(
		at("lake.png", func(ctx context.Context, t *tourist, r e2e.Rect) error {
			return all(moveTo(r.X+30, r.Y+r.Height/2), shell("xdotool mousedown 1"), moveTo(r.X+20, r.Y+r.Height/2-4))(ctx, t)
		}),
		at("espresso.jpg", func(ctx context.Context, t *tourist, r e2e.Rect) error {
			return t.running.MoveTo(ctx, r.X+r.Width/2, r.Y+r.Height/2+6)
		}),
		pause(time.Second),
	)},
	{"104-original", all(
		key("Escape"),
		shell("xdotool mouseup 1"),
		secondary("espresso.jpg"),
		click("=Send original file"),
		see("Send the original file?"),
	)},
	{"105-cannot-take-it", all(
		key("Return"),
		see("espresso.jpg"),
		choose("Practice writer"),
		see("Practice writer doesn't accept"),
	)},
	{"106-sent", all(choose("Practice eyes"), key("ctrl+l", "Return"), replied, wheel(-120), still)},
	{"107-painted", all(
		newChat("Practice writer"),
		ask("Draw three pictures, one damaged and one elsewhere"),
		see("Save original"),
		answered,
		still,
	)},
	{"108-looked-at", all(click("Show picture"), key("Home"), see("1 of 4 · 960 × 640"), point("=Save as…"))},
	{"109-nearer", all(
		func(ctx context.Context, t *tourist) error {
			return t.running.Scroll(ctx, t.look.width*2/3, t.look.height/3, -8)
		},
		pause(time.Second),
	)},
	{"109-closed", all(key("Escape"), gone("1 of 4"))},
}

// attachMore pastes the photo, two paintings and a document.
var attachMore = all(
	newFile("lake.png", painting(900, 600, 1)),
	newFile("heath.png", painting(600, 600, 3)),
	newFile("lease.pdf", lease()),
	pasteFiles(photo, "lake.png", "heath.png", "lease.pdf"),
	see("lease.pdf"),
)

// painting returns a PNG with a pattern of waves.
func painting(width, height int, hue float64) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			u, v := float64(x)/float64(width), float64(y)/float64(height)
			wave := math.Sin(u*7+hue+3*v) * 0.08
			c := color.NRGBA{uint8(150 + 80*(1-v)), uint8(190 - 60*v), uint8(210 - 40*hue*v), 255}
			if v > 0.55+wave {
				c = color.NRGBA{uint8(40 + 60*v*hue/3), uint8(110 - 30*v), uint8(150 - 20*hue), 255}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img) // writing to memory never fails
	return b.Bytes()
}

// lease returns a PDF of twelve empty pages.
func lease() []byte {
	const pages = 12
	var list, objects strings.Builder
	for i := range pages {
		fmt.Fprintf(&list, "%d 0 R ", i+3)
		fmt.Fprintf(&objects, "%d 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>> endobj\n", i+3)
	}
	return fmt.Appendf(nil, "%%PDF-1.4\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n2 0 obj <</Type /Pages /Count %d /Kids [%s]>> endobj\n%strailer <</Root 1 0 R>>\nstartxref\n0\n%%%%EOF\n",
		pages, list.String(), objects.String())
}
