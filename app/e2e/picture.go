package e2e

import (
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"log"
	"os"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// SaveScreenshot writes a screenshot of the window as PNG to path, once the window has stopped
// changing.
func (p *Program) SaveScreenshot(ctx context.Context, path string) error {
	img, err := p.Screenshot(ctx)
	if err != nil {
		return err
	}
	return WritePNG(path, img)
}

// Screenshot returns a screenshot of the window, once it has stopped changing.
func (p *Program) Screenshot(ctx context.Context) (image.Image, error) {
	if err := p.Idle(); err != nil {
		return nil, err
	}
	// Idle returns shortly before the frame is on the screen.
	if err := Wait(ctx, 150*time.Millisecond); err != nil {
		return nil, err
	}
	window, err := p.handle()
	if err != nil {
		return nil, err
	}
	return p.screen.look(xproto.Drawable(window))
}

// SaveScreenshot writes a screenshot of the whole screen as PNG to path.
func (s *Screen) SaveScreenshot(path string) error {
	img, err := s.look(0)
	if err != nil {
		return err
	}
	return WritePNG(path, img)
}

// look reads the pixels of a window, 0 for the whole screen. A virtual display has 4 bytes per
// pixel: blue, green, red and an unused one.
func (s *Screen) look(window xproto.Drawable) (image.Image, error) {
	xgb.Logger = log.New(io.Discard, "", 0)
	conn, err := xgb.NewConnDisplay(s.Display())
	if err != nil {
		return nil, fmt.Errorf("take a picture: %w", err)
	}
	defer conn.Close()
	if window == 0 {
		window = xproto.Drawable(xproto.Setup(conn).DefaultScreen(conn).Root)
	}
	size, err := xproto.GetGeometry(conn, window).Reply()
	if err != nil {
		return nil, fmt.Errorf("take a picture: %w", err)
	}
	pixels, err := xproto.GetImage(conn, xproto.ImageFormatZPixmap, window, 0, 0, size.Width, size.Height, ^uint32(0)).Reply()
	if err != nil {
		return nil, fmt.Errorf("take a picture: %w", err)
	}
	img := image.NewRGBA(image.Rect(0, 0, int(size.Width), int(size.Height)))
	if len(pixels.Data) < len(img.Pix) {
		return nil, fmt.Errorf("take a picture: %d bytes for %d by %d pixels", len(pixels.Data), size.Width, size.Height)
	}
	for i := 0; i < len(img.Pix); i += 4 {
		img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3] = pixels.Data[i+2], pixels.Data[i+1], pixels.Data[i], 255
	}
	return img, nil
}

// WritePNG writes a picture as a PNG file.
func WritePNG(path string, img image.Image) error {
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
