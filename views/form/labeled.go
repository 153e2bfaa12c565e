package form

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/widgets"
)

// Labeled places a label above a field.
func Labeled(label string, field fyne.CanvasObject) fyne.CanvasObject {
	return container.New(&widgets.Column{Gap: 4}, widgets.NewMuted(label).NoMargin(), field)
}
