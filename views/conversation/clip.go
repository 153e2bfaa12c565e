package conversation

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// clip is a window onto content that is placed by hand; what lies outside is not painted. Fyne's own Clip lays its
// content out anew whenever it is refreshed, but it is never refreshed here.
type clip = container.Clip

func newClip(content fyne.CanvasObject) *clip { return container.NewClip(content) }
