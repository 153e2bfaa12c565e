package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"

	"parley/views/widgets"
)

// newMessage is a title, a sentence and a button that closes.
func newMessage(title, detail string, onClose func()) fyne.CanvasObject {
	shut := widgets.NewButton(lang.L("Close"), widgets.Primary, onClose)
	return container.NewBorder(widgets.NewHeading(title), container.NewHBox(layout.NewSpacer(), shut), nil, nil, widgets.NewBody(detail))
}
