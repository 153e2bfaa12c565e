package window

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"testing"

	"fyne.io/fyne/v2"

	"parlando/app/attachments"
	"parlando/app/chat"
)

// camcorder is a computer's screen, as a story wants it.
type camcorder struct {
	way   attachments.ScreenshotMethod
	shot  attachments.Screenshot
	err   error
	taken int
	// answer, when set, is waited for.
	answer chan struct{}
}

func (c *camcorder) Screenshots() attachments.ScreenshotMethod { return c.way }

func (c *camcorder) TakeScreenshot(ctx context.Context, self attachments.OwnWindow) (attachments.Screenshot, error) {
	c.taken++
	if self.Window != 0 {
		self.Hide()
	}
	if c.answer != nil {
		select {
		case <-c.answer:
		case <-ctx.Done():
			return attachments.Screenshot{}, ctx.Err()
		}
	}
	return c.shot, c.err
}

// halves is a screen of 400 by 200 that is red at the left and blue at the right.
func halves() attachments.Screenshot {
	img := image.NewRGBA(image.Rect(0, 0, 400, 200))
	draw.Draw(img, image.Rect(0, 0, 200, 200), image.NewUniform(color.NRGBA{R: 255, A: 255}), image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(200, 0, 400, 200), image.NewUniform(color.NRGBA{B: 255, A: 255}), image.Point{}, draw.Src)
	return attachments.Screenshot{Image: img, Screens: []image.Rectangle{img.Bounds()}}
}

// shots are the pictures above the text, and their first colors.
func (p *user) shots() (out []string) {
	p.t.Helper()
	for _, part := range p.composer.Draft().Parts {
		if part.Kind != chat.PartImage {
			continue
		}
		img, err := p.core.Attachments.Thumbnail(p.t.Context(), part.Blob.SHA256, 64)
		if err != nil {
			p.t.Fatal(err)
		}
		r, _, b, _ := img.At(img.Bounds().Min.X, img.Bounds().Min.Y).RGBA()
		out = append(out, fmt.Sprintf("%d×%d red=%t blue=%t", part.Blob.Width, part.Blob.Height, r > 0x8000, b > 0x8000))
	}
	return out
}

func (p *user) hasShots(want ...string) {
	p.t.Helper()
	p.until("the pictures "+fmt.Sprint(want), func() bool { return fmt.Sprint(p.shots()) == fmt.Sprint(want) })
}

func (p *user) takesScreenshot() {
	p.t.Helper()
	p.clicks("Add a picture or file")
	p.clicks("Take a screenshot")
}

func TestAPartOfTheScreenIsChosenAndSent(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		c := &camcorder{way: attachments.DirectScreenshots, shot: halves()}
		h.screens = c
		p := h.looksAround()
		if c.taken != 0 {
			t.Error("a picture was taken before anybody asked")
		}
		p.takesScreenshot()
		p.sees("Choose the part of the screen to send")
		p.presses(fyne.KeyEscape)
		p.seesNot("Choose the part of the screen to send")
		p.hasShots()

		p.takesScreenshot()
		p.sees("Choose the part of the screen to send")
		p.clicks("Entire screen")
		p.hasShots("400×200 red=true blue=false")

		p.takesScreenshot()
		p.sees("Choose the part of the screen to send")
		p.presses(fyne.KeyRight) // the middle: 300 by 100
		for range 20 {
			p.presses(fyne.KeyRight)
		}
		p.presses(fyne.KeyReturn)
		p.hasShots("400×200 red=true blue=false", "300×100 red=true blue=false")
		if c.taken != 3 {
			t.Errorf("%d pictures were taken, want 3", c.taken)
		}
	})
}

func TestWhatTheDesktopHadChosenIsTakenAsItIs(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		shot := halves()
		shot.UserSelected = true
		c := &camcorder{way: attachments.AskedScreenshots, shot: shot, answer: make(chan struct{})}
		h.screens = c
		p := h.looksAround()
		p.takesScreenshot()
		p.drain()
		p.takesScreenshot() // the first question is taken back
		p.drain()
		close(c.answer)
		p.hasShots("400×200 red=true blue=false")
		p.hasNot("Entire screen")
	})
}

func TestWhyThereIsNoPictureOfTheScreenIsSaid(t *testing.T) {
	story(t, func(t *testing.T, h *home) {
		c := &camcorder{way: attachments.DirectScreenshots}
		h.screens = c
		p := h.looksAround()
		for err, want := range map[error]string{
			attachments.ErrScreenForbidden:   "didn't allow the screenshot",
			attachments.ErrNoScreen:          "found no screen",
			attachments.ErrScreenUnsupported: "can't take screenshots here",
		} {
			c.err = err
			p.takesScreenshot()
			p.sees(want)
		}
		c.err = attachments.ErrScreenCanceled
		p.composer.SetDraft(chat.Draft{})
		p.takesScreenshot()
		p.drain()
		if p.reads("screen") {
			t.Errorf("something is said of what the person gave up: %s", p.text())
		}
		c.way = attachments.NoScreenshots
		p.clicks("Add a picture or file")
		if p.named("Take a screenshot") {
			t.Error("pictures are offered where there are none")
		}
	})
}
