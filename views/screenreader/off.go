//go:build !accessibility

package screenreader

import "fyne.io/fyne/v2"

// Wrap returns the content of a window with what screen readers are told of it; in this build that
// is the content alone.
func Wrap(content fyne.CanvasObject, _ fyne.Window) fyne.CanvasObject { return content }
