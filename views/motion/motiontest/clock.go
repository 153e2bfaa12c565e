// Package motiontest lets the time of animations pass in tests.
package motiontest

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
)

// Clock runs the animations of the current app in virtual time.
type Clock struct{ started []*startedAnimation }

type startedAnimation struct {
	animation *fyne.Animation
	elapsed   time.Duration
}

// Start replaces the current app, until the test ends, with one whose animations go by the clock.
func Start(t *testing.T) *Clock {
	t.Helper()
	c, before := &Clock{}, fyne.CurrentApp()
	fyne.SetCurrentApp(app{before, driver{before.Driver(), c}})
	t.Cleanup(func() { fyne.SetCurrentApp(before) })
	return c
}

// Advance lets time pass, and then draws one picture.
func (c *Clock) Advance(d time.Duration) {
	for _, r := range slices.Clone(c.started) {
		r.elapsed += d
		part := min(float32(r.elapsed)/float32(r.animation.Duration), 1)
		if part == 1 {
			c.stop(r.animation)
		} else if r.animation.Curve != nil {
			part = r.animation.Curve(part)
		}
		r.animation.Tick(part)
	}
}

// Running reports the number of animations that have not ended.
func (c *Clock) Running() int { return len(c.started) }

func (c *Clock) stop(a *fyne.Animation) {
	c.started = slices.DeleteFunc(c.started, func(r *startedAnimation) bool { return r.animation == a })
}

type app struct {
	fyne.App
	driver driver
}

// Driver implements fyne.App.
func (a app) Driver() fyne.Driver { return a.driver }

type driver struct {
	fyne.Driver
	clock *Clock
}

// StartAnimation implements fyne.Driver.
func (d driver) StartAnimation(a *fyne.Animation) {
	d.clock.started = append(d.clock.started, &startedAnimation{animation: a})
}

// StopAnimation implements fyne.Driver.
func (d driver) StopAnimation(a *fyne.Animation) { d.clock.stop(a) }
