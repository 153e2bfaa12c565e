package app

import (
	"context"
	"image/color"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// repaint asks for a repaint of every window, whether or not a widget has asked for one.
func repaint(d fyne.Driver) {
	nothing := canvas.NewRectangle(color.Transparent)
	for _, w := range d.AllWindows() {
		w.Canvas().Refresh(nothing)
	}
}

// forgottenInterval is the time between two looks of repaintForgotten.
const forgottenInterval = 2 * time.Second

// repaintForgotten repaints the windows whenever Fyne has forgotten one of them, until ctx ends.
//
// Fyne 2.8.1 knows which canvas a widget is on for a minute after it last painted the window, by
// the clock of the computer. When the computer has slept, or its clock was set, Fyne may forget the
// whole window, and then ignores widgets that ask for a repaint until something else repaints the
// window. This can go with a version that keeps the widgets of a shown window.
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
