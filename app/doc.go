// Package app starts Parlando: the core below, the window above, and the event loop that carries
// both.
package app
