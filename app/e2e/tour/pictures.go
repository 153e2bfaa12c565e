package main

import (
	"context"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// pictures are the steps of somebody with several pictures, a document and an address, and with a model that paints.
var pictures = []step{
	{"100-attach-menu", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape", "Escape") },
			func() error { return t.newChat(ctx, "Practice eyes") },
			func() error { return t.running.Click(ctx, "=Add a picture or a file") },
			func() error { _, err := t.running.WaitFor(ctx, "=Paste picture"); return err },
		)
	}},
	{"101-an-address", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "=Picture from an address…") },
			func() error { _, err := t.running.WaitFor(ctx, "Parley does not open"); return err },
			func() error { return t.running.Type(ctx, "https://pictures.example.org/harbour/evening.jpg") },
		)
	}},
	{"102-everything-attached", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Return") },
			func() error { _, err := t.running.WaitFor(ctx, "evening.jpg"); return err },
			func() error { return t.attachMore(ctx) },
			func() error { return t.running.Type(ctx, "Which of these belong together?") },
		)
	}},
	{"103-dragged", func(ctx context.Context, t *tourist) error {
		from, err := t.running.WaitFor(ctx, "lake.png")
		if err != nil {
			return err
		}
		to, err := t.running.WaitFor(ctx, "meadow.jpg")
		if err != nil {
			return err
		}
		return all(
			func() error { return t.running.MoveTo(ctx, from.X+30, from.Y+from.Height/2) },
			func() error { _, err := t.screen.Run(ctx, "xdotool", "mousedown", "1"); return err },
			func() error { return t.running.MoveTo(ctx, from.X+20, from.Y+from.Height/2-4) },
			func() error { return t.running.MoveTo(ctx, to.X+to.Width/2, to.Y+to.Height/2+6) },
			func() error { return wait(ctx, time.Second) },
		)
	}},
	{"104-original", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape") },
			func() error { _, err := t.screen.Run(ctx, "xdotool", "mouseup", "1"); return err },
			func() error { return t.secondary(ctx, "meadow.jpg") },
			func() error { return t.running.Click(ctx, "=Send the original") },
			func() error { _, err := t.running.WaitFor(ctx, "Send the original?"); return err },
		)
	}},
	{"105-cannot-take-it", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Return") },
			func() error { _, err := t.running.WaitFor(ctx, "meadow.jpg"); return err },
			func() error { return t.choose(ctx, "Practice writer") },
			func() error { _, err := t.running.WaitFor(ctx, "Practice writer does not take"); return err },
		)
	}},
	{"106-sent", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.choose(ctx, "Practice eyes") },
			func() error { return t.running.Key(ctx, "ctrl+l", "Return") },
			func() error { return t.replied(ctx) },
			func() error { return t.wheel(ctx, -120) },
			func() error { return t.still(ctx) },
		)
	}},
	{"107-painted", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.newChat(ctx, "Practice writer") },
			func() error { return t.ask(ctx, "Draw three pictures, one damaged and one elsewhere") },
			func() error { _, err := t.running.WaitFor(ctx, "Save as it came"); return err },
			func() error { return t.answered(ctx) },
			func() error { return t.still(ctx) },
		)
	}},
	{"108-looked-at", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Click(ctx, "Show the picture") },
			func() error { return t.running.Key(ctx, "Home") },
			func() error { _, err := t.running.WaitFor(ctx, "1 of 4 · 960 × 640"); return err },
			func() error { return t.point(ctx, "=Save as…") },
		)
	}},
	{"109-nearer", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Scroll(ctx, t.look.width*2/3, t.look.height/3, -8) },
			func() error { return wait(ctx, time.Second) },
		)
	}},
	{"109-closed", func(ctx context.Context, t *tourist) error {
		return all(
			func() error { return t.running.Key(ctx, "Escape") },
			func() error { return t.running.WaitGone(ctx, "1 of 4") },
		)
	}},
}

// attachMore pastes the photo, two paintings and a document, as a file manager gives them.
func (t *tourist) attachMore(ctx context.Context) error {
	names := []string{"lake.png", "heath.png", "lease.pdf"}
	paths := []string{t.photo}
	for i, name := range names {
		path := filepath.Join(t.screen.Dir, name)
		paths = append(paths, path)
		if strings.HasSuffix(name, ".png") {
			if err := paint(path, 900-300*i, 600, float64(i)*2+1); err != nil {
				return err
			}
		} else if err := writeLease(path); err != nil {
			return err
		}
	}
	return all(
		func() error { return t.running.SetClipboard(ctx, strings.Join(paths, "\nfile://")) },
		func() error { return t.running.Key(ctx, "ctrl+l", "ctrl+v") },
		func() error { _, err := t.running.WaitFor(ctx, "lease.pdf"); return err },
	)
}

// paint writes a picture of waves.
func paint(path string, width, height int, hue float64) error {
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
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := png.Encode(f, img); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// writeLease writes a PDF of twelve empty pages.
func writeLease(path string) error {
	const pages = 12
	var b strings.Builder
	b.WriteString("%PDF-1.4\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n2 0 obj <</Type /Pages /Count " + strconv.Itoa(pages) + " /Kids [")
	for i := range pages {
		b.WriteString(strconv.Itoa(i+3) + " 0 R ")
	}
	b.WriteString("]>> endobj\n")
	for i := range pages {
		b.WriteString(strconv.Itoa(i+3) + " 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>> endobj\n")
	}
	b.WriteString("trailer <</Root 1 0 R>>\nstartxref\n0\n%%EOF\n")
	return os.WriteFile(path, []byte(b.String()), 0o600)
}
