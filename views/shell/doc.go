// Package shell is one window of the desktop: a frame that shows a page, what lies over it, and the
// table of commands and keys. It knows no owner but for what has changed.
package shell
