//go:build !accessibility

package screenreader

import "fyne.io/fyne/v2"

// Supported reports whether this build supports screen readers.
const Supported = false

// Wrap returns content unchanged, because this build has no screen reader support.
func Wrap(content fyne.CanvasObject, _ fyne.Window) fyne.CanvasObject { return content }
