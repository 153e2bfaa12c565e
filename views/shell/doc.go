// Package shell implements a window of the desktop: a frame with a page and its overlays, and the
// table of commands and keys. The only package of app that it depends on for state is changes.
package shell
