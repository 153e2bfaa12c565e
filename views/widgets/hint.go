package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	tooltip "github.com/dweymouth/fyne-tooltip/widget"

	"parlando/views/theme"
)

// hintDelay is the time that the pointer must rest on a control of an overlay before its hint is
// shown.
const hintDelay = 700 * time.Millisecond

// hint is the tooltip of the controls in one overlay. The window's own tooltips are painted below
// every overlay, so each overlay has its own hint.
type hint struct {
	overlay *Overlay
	card    *Box
	waiting *fyne.Animation
}

// overlayOf returns the overlay of a control: the topmost one, because only that has the pointer.
func overlayOf(o fyne.CanvasObject) *Overlay {
	c := CanvasOf(o)
	if c == nil {
		return nil
	}
	top, _ := c.Overlays().Top().(*Overlay)
	return top
}

// showTooltip shows the tooltip of a control under the pointer: in its overlay, or in the window.
func showTooltip(control fyne.CanvasObject, tip *tooltip.ToolTipWidget, e *desktop.MouseEvent) {
	if o := overlayOf(control); o != nil {
		o.hint.await(tip.ToolTip(), e.AbsolutePosition)
		return
	}
	if in := inputOn(CanvasOf(control)); in != nil {
		in.tip = tip
	}
	tip.MouseIn(e)
}

// hideTooltip hides the tooltip of a control.
func hideTooltip(control fyne.CanvasObject, tip *tooltip.ToolTipWidget) {
	tip.MouseOut()
	if o := overlayOf(control); o != nil {
		o.hint.hide()
	}
}

// await shows a hint near a position in the window after the pointer has rested there. It uses an
// animation as a timer that fires on the window's thread.
func (h *hint) await(words string, at fyne.Position) {
	h.hide()
	if words == "" {
		return
	}
	done := false
	h.waiting = fyne.NewAnimation(hintDelay, func(part float32) {
		if part >= 1 && !done {
			done = true
			h.show(words, at)
		}
	})
	h.waiting.Start()
}

func (h *hint) show(words string, at fyne.Position) {
	text := NewText(words, fynetheme.ColorNameForeground, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoWrap().NoMargin()
	h.card = NewBox(text, theme.ColorCard, theme.ColorFrame, 6, 8, 4).Float()
	size, window := h.card.MinSize(), h.overlay.Size()
	x := max(4, min(at.X+8, window.Width-size.Width-4))
	y := at.Y + 20
	if y+size.Height > window.Height-4 {
		y = at.Y - size.Height - 8
	}
	Place(h.card, x, y, size.Width, size.Height)
	h.overlay.Refresh()
}

func (h *hint) hide() {
	if h.waiting != nil {
		h.waiting.Stop()
		h.waiting = nil
	}
	if h.card != nil {
		h.card = nil
		h.overlay.Refresh()
	}
}
