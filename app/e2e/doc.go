// Package e2e drives the real program in a real window on a virtual display, like a user: with
// mouse, keyboard and screenshots. It finds elements over a socket that the program opens only if
// built with the tag e2e, and checks results in pixels and in the library.
package e2e
