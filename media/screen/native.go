//go:build windows || darwin

package screen

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"github.com/kbinani/screenshot"
)

// fading is the time that a hidden window may stay visible.
const fading = 400 * time.Millisecond

func here() Way {
	if screenshot.NumActiveDisplays() == 0 {
		return None
	}
	return Direct
}

func take(ctx context.Context, self Self) (Picture, error) {
	if self.Window != 0 {
		self.Hide()
		select {
		case <-time.After(fading):
		case <-ctx.Done():
			return Picture{}, ctx.Err()
		}
	}
	var screens []image.Rectangle
	var all image.Rectangle
	for i := range screenshot.NumActiveDisplays() {
		screens = append(screens, screenshot.GetDisplayBounds(i))
		all = all.Union(screens[i])
	}
	if all.Empty() {
		return Picture{}, ErrNoDisplay
	}
	img, err := screenshot.CaptureRect(all)
	if errors.Is(err, screenshot.ErrUnsupported) {
		return Picture{}, ErrUnsupported
	}
	if err != nil {
		return Picture{}, fmt.Errorf("%w: %w", ErrNoPermission, err)
	}
	for i := range screens {
		screens[i] = screens[i].Sub(all.Min)
	}
	return arranged(img, screens), nil
}
