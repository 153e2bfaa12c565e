// Package widgets is the set of controls used by every region of the window. They follow the
// design, work from the keyboard, have names for screen readers, and report through callbacks. None
// of them is animated.
package widgets
