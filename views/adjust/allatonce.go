package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// allAtOnce is the switch that requests complete replies instead of streamed ones.
type allAtOnce struct {
	object fyne.CanvasObject
	check  *widgets.Check
}

func newAllAtOnce(p *Panel) *allAtOnce {
	a := &allAtOnce{check: widgets.NewCheck(i18n.Text("Wait for full replies"))}
	a.check.OnChanged = func(on bool) {
		p.params.AllAtOnce = on
		p.changed()
	}
	a.object = container.New(&widgets.Column{Gap: 2}, a.check, small(i18n.Text("Stream off · shows nothing until the reply is complete")))
	return a
}
