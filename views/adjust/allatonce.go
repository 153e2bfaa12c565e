package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"parlando/views/widgets"
)

// allAtOnce chooses whole replies in place of words that come one by one.
type allAtOnce struct {
	object fyne.CanvasObject
	check  *widgets.Check
}

func newAllAtOnce(p *Panel) *allAtOnce {
	a := &allAtOnce{check: widgets.NewCheck(lang.L("Show replies all at once"))}
	a.check.OnChanged = func(on bool) {
		p.params.AllAtOnce = on
		p.changed()
	}
	a.object = container.New(&widgets.Column{Gap: 2}, a.check, small(lang.L("Stream off · nothing is shown until the reply is complete")))
	return a
}
