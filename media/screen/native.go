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

func here() Method {
	if screenshot.NumActiveDisplays() == 0 {
		return MethodNone
	}
	return MethodDirect
}

func take(ctx context.Context, self OwnWindow) (Screenshot, error) {
	if self.Window != 0 {
		self.Hide()
		select {
		case <-time.After(fading):
		case <-ctx.Done():
			return Screenshot{}, ctx.Err()
		}
	}
	var screens []image.Rectangle
	var all image.Rectangle
	for i := range screenshot.NumActiveDisplays() {
		screens = append(screens, screenshot.GetDisplayBounds(i))
		all = all.Union(screens[i])
	}
	if all.Empty() {
		return Screenshot{}, ErrNoDisplay
	}
	img, err := screenshot.CaptureRect(all)
	if errors.Is(err, screenshot.ErrUnsupported) {
		return Screenshot{}, ErrUnsupported
	}
	if err != nil {
		return Screenshot{}, fmt.Errorf("%w: %w", ErrNoPermission, err)
	}
	for i := range screens {
		screens[i] = screens[i].Sub(all.Min)
	}
	return arranged(img, screens), nil
}
