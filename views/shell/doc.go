// Package shell implements a window of the desktop: a frame with a page and its overlays, and the
// table of commands and keys. Of the packages in app, it imports only changes.
package shell
