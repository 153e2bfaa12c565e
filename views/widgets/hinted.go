package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
	tooltip "github.com/dweymouth/fyne-tooltip/widget"
)

// Hinted shows a hint while the pointer rests on words that cannot be pressed.
type Hinted struct {
	tooltip.ToolTipWidget

	content fyne.CanvasObject
}

// NewHinted gives content a hint. It is for the window itself: the hints of an overlay are shown by
// what can be pressed in it.
func NewHinted(content fyne.CanvasObject, hint string) *Hinted {
	h := &Hinted{content: content}
	h.ExtendBaseWidget(h)
	h.SetToolTip(hint)
	return h
}

// CreateRenderer implements fyne.Widget.
func (h *Hinted) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(h.content) }
