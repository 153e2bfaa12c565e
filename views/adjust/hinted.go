package adjust

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
	tooltip "github.com/dweymouth/fyne-tooltip/widget"
)

// hintArea shows a tooltip over content that is not interactive.
type hintArea struct {
	tooltip.ToolTipWidget

	content fyne.CanvasObject
}

// newHinted wraps content with a tooltip. Use it only in the window itself: in an overlay, only
// interactive widgets show tooltips.
func newHinted(content fyne.CanvasObject, hint string) *hintArea {
	h := &hintArea{content: content}
	h.ExtendBaseWidget(h)
	h.SetToolTip(hint)
	return h
}

// CreateRenderer implements fyne.Widget.
func (h *hintArea) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(h.content) }
