// Package widgets is the set of controls used by every region of the window. They follow the
// design, work from the keyboard, have names for screen readers, and report through callbacks. What
// opens over the window slides into its place, see package motion; nothing else is animated.
package widgets
