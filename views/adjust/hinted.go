package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
	tooltip "github.com/dweymouth/fyne-tooltip/widget"
)

// hintArea shows a hint while the pointer rests on words that cannot be pressed.
type hintArea struct {
	tooltip.ToolTipWidget

	content fyne.CanvasObject
}

// newHinted gives content a hint. It is for the window itself: the hints of an overlay are shown by
// what can be pressed in it.
func newHinted(content fyne.CanvasObject, hint string) *hintArea {
	h := &hintArea{content: content}
	h.ExtendBaseWidget(h)
	h.SetToolTip(hint)
	return h
}

// CreateRenderer implements fyne.Widget.
func (h *hintArea) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(h.content) }
