package list

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/textview"
)

// wheel lies around the rows in their scroll and takes the wheel, of which Fyne makes little.
type wheel struct {
	widget.BaseWidget
	list *List
	// edge is the space around the rows: Fyne clips what takes the wheel, and borders reach out.
	edge float32
}

func newWheel(l *List) *wheel {
	w := &wheel{list: l}
	w.ExtendBaseWidget(w)
	return w
}

// Scrolled implements fyne.Scrollable.
func (w *wheel) Scrolled(e *fyne.ScrollEvent) {
	line := fyne.MeasureText("M", fynetheme.Size(fynetheme.SizeNameText), fyne.TextStyle{}).Height
	further := *e
	further.Scrolled.DY = -textview.Wheel(e, line)
	w.list.scroll.Scrolled(&further)
}

// CreateRenderer implements fyne.Widget.
func (w *wheel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(w.edge, w.edge, w.edge, w.edge), w.list.content))
}
