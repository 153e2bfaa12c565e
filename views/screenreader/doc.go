// Package screenreader exposes a name, a role and a position for everything visible to the screen
// readers of Windows and macOS.
//
// With the build tag accessibility, Fyne exposes the accessible objects of a window, but it
// searches only containers, not widgets, of which this window is made. Therefore each window holds,
// next to its content, an invisible object for each visible control and text. Without the tag, none
// of this is compiled.
package screenreader
