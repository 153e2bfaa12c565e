package e2e

import (
	"context"
	"image"
	"image/png"
	"os"
	"time"
)

// Picture writes what the window shows as a PNG to path, after the window has stood still.
func (p *Program) Picture(ctx context.Context, path string) error {
	if err := p.Idle(); err != nil {
		return err
	}
	// The frame that Idle waited for is swapped onto the screen a moment later.
	if err := Wait(ctx, 150*time.Millisecond); err != nil {
		return err
	}
	_, err := p.screen.Run(ctx, "import", "-window", p.window, path)
	return err
}

// Look takes a picture and reads it.
func (p *Program) Look(ctx context.Context) (image.Image, error) {
	f, err := os.CreateTemp(p.screen.Dir, "look-*.png")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if err := p.Picture(ctx, f.Name()); err != nil {
		return nil, err
	}
	return png.Decode(f)
}
