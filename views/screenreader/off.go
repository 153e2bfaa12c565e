//go:build !accessibility

package screenreader

import "fyne.io/fyne/v2"

// Wrap returns content unchanged, because this build has no screen reader support.
func Wrap(content fyne.CanvasObject, _ fyne.Window) fyne.CanvasObject { return content }
