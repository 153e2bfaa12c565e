// Package motion moves things into their places in the window: sheets, menus, panels, toasts and
// rows. Things slide by at most Most; only scrims and pictures fade.
package motion

import (
	"math"
	"time"

	"fyne.io/fyne/v2"

	"parlando/views/theme"
)

const (
	// Duration is the time of every motion.
	Duration = 140 * time.Millisecond
	// Most is the longest way that a thing slides, in device-independent pixels.
	Most = 24
)

// Motion is one thing that moves; the zero value is at rest. Use it only on the window's thread.
type Motion struct{ running *fyne.Animation }

// Run calls step with 0 and then, at each picture, with the part of the way that is done, until it
// is 1. It goes by the clock: after Duration the next picture is the last, however few there were.
// If animations are disabled, Run calls step once, with 1. It ends a motion that is still running.
func (m *Motion) Run(step func(part float32)) {
	m.Stop()
	if theme.ReducesMotion() {
		step(1)
		return
	}
	step(0)
	var a *fyne.Animation
	a = fyne.NewAnimation(Duration, func(part float32) {
		if m.running != a {
			return
		}
		if part >= 1 {
			m.running = nil
		}
		step(part)
	})
	a.Curve = fyne.AnimationEaseOut
	m.running = a
	a.Start()
}

// Stop ends the motion without another step.
func (m *Motion) Stop() {
	if m.running != nil {
		m.running.Stop()
		m.running = nil
	}
}

// Rest returns what is left of a way after a part of it, in whole units, so that text stays sharp.
func Rest(way, part float32) float32 {
	return float32(math.Round(float64(min(max(way, -Most), Most) * (1 - part))))
}
