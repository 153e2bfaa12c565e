// Package app starts Parlando: the core, the window on top of it, and the event loop that runs
// both.
package app
