package app

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/desktop"
)

// colorSchemePatience is the maximum time the first repaint waits for the desktop's answer.
const colorSchemePatience = 50 * time.Millisecond

// colorScheme holds the color scheme of the desktop. In Fyne 2.8.1 the first repaint is always
// dark, because Fyne asks the desktop only once its event loop runs, and the window stays dark if
// the desktop does not answer. Remove this once Fyne asks earlier and defaults to light.
type colorScheme struct {
	dark   atomic.Bool
	onDark func() // called when dark changes; set and called on the window's thread

	doLater  func(func()) // runs a function on the window's thread
	deadline time.Time
	answered chan struct{}
	first    desktop.ColorScheme // valid once answered is closed
}

// watchColorScheme reads the desktop's color scheme and follows its changes until ctx is done.
func watchColorScheme(ctx context.Context, doLater func(func())) *colorScheme {
	c := &colorScheme{doLater: doLater, deadline: time.Now().Add(colorSchemePatience), answered: make(chan struct{})}
	go func() {
		defer close(c.answered)
		scheme, err := desktop.WatchColorScheme(ctx, func(s desktop.ColorScheme) {
			<-c.answered // so that the initial scheme does not replace s
			doLater(func() { c.set(s) })
		})
		if err == nil {
			c.first = scheme
			doLater(func() { c.set(scheme) }) // for a window that stopped waiting before the answer
		}
	}()
	return c
}

// wait applies the desktop's answer if it arrives before the deadline for the first repaint.
func (c *colorScheme) wait() {
	select {
	case <-c.answered:
	case <-time.After(time.Until(c.deadline)):
	}
	select { // an answer at the deadline counts, too
	case <-c.answered:
		c.set(c.first)
	default:
	}
}

func (c *colorScheme) set(s desktop.ColorScheme) {
	if dark := s == desktop.Dark; c.dark.Swap(dark) != dark && c.onDark != nil {
		c.onDark()
	}
}

// variant returns the theme variant of the color scheme, or Fyne's own on other systems.
func (c *colorScheme) variant(toolkit fyne.ThemeVariant) fyne.ThemeVariant {
	switch {
	case runtime.GOOS == "windows" || runtime.GOOS == "darwin":
		return toolkit
	case c.dark.Load():
		return fynetheme.VariantDark
	}
	return fynetheme.VariantLight
}
