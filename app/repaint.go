package app

import (
	"context"
	"image/color"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// repaint requests a repaint of every window, even if no widget has requested one.
func repaint(d fyne.Driver) {
	nothing := canvas.NewRectangle(color.Transparent)
	for _, w := range d.AllWindows() {
		w.Canvas().Refresh(nothing)
	}
}

// forgottenInterval is the interval between two checks of repaintForgotten.
const forgottenInterval = 2 * time.Second

// repaintForgotten repaints the windows whenever Fyne has forgotten one of them, until ctx ends.
//
// Fyne 2.8.1 remembers the canvas of a widget for a minute after it last painted the window, by the
// computer's clock. After the computer has slept or its clock was set, Fyne may have forgotten all
// widgets of a window. It then ignores their repaint requests until something else repaints the
// window. Remove this once Fyne keeps the widgets of a visible window.
func repaintForgotten(ctx context.Context, d fyne.Driver) {
	tick := time.NewTicker(forgottenInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			fyne.Do(func() {
				isForgotten := func(w fyne.Window) bool { return d.CanvasForObject(w.Content()) == nil }
				if slices.ContainsFunc(d.AllWindows(), isForgotten) {
					repaint(d)
				}
			})
		}
	}
}
