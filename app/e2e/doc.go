// Package e2e drives the real program in a real window on a virtual display, as a user would:
// with a mouse, a keyboard and eyes. Where a thing stands is asked from the program over a socket
// that only builds with the tag e2e have; what it does is read from pixels and from its library.
package e2e
