// Package screenreader gives the screen readers of Windows and macOS a name, a role and a place for
// everything that is shown.
//
// With the build tag accessibility, Fyne passes on what it finds in a window, but it looks only
// into containers and never into widgets, of which this window is made. So each window holds,
// beside its content, an invisible object for each control and text in sight. Without the tag
// nothing of that is compiled.
package screenreader
