package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/views/theme"
)

// HoldThreshold is the time after which a press counts as held and not as a click.
const HoldThreshold = 400 * time.Millisecond

// HoldButton is an icon button that starts an action when pressed, and ends the action when
// released after being held. Clicks and keys work as on any other button.
type HoldButton struct {
	IconButton

	// OnDown is called when the pointer presses the button; it reports whether it started an
	// action. If so, the following click does not call onTapped.
	OnDown func() bool
	// OnHoldEnd is called when the pointer is released after HoldThreshold, even if it is elsewhere
	// then.
	OnHoldEnd func()
	// OnReleased is called after the press is completely handled, if OnDown started an action.
	// Focus set earlier would be lost: Fyne removes the focus when a press or release hits another
	// object.
	OnReleased func()

	began bool
	since time.Time
}

// NewHoldButton returns a button of 34 by 34. icon is the name of an icon in assets/icons.
func NewHoldButton(icon, name string, onTapped func()) *HoldButton {
	b := &HoldButton{IconButton: IconButton{icon: icon, side: 34, color: theme.ColorMuted}}
	b.name, b.onTapped = name, onTapped
	b.ExtendBaseWidget(b)
	b.SetHint(name)
	return b
}

// MouseDown implements desktop.Mouseable.
func (b *HoldButton) MouseDown(e *desktop.MouseEvent) {
	PointerPressed()
	if e.Button != desktop.MouseButtonPrimary || b.disabled || b.OnDown == nil {
		return
	}
	b.dropTooltip()
	b.since = time.Now()
	b.began = b.OnDown()
}

// MouseUp implements desktop.Mouseable.
func (b *HoldButton) MouseUp(*desktop.MouseEvent) {
	if b.began && time.Since(b.since) >= HoldThreshold && b.OnHoldEnd != nil {
		b.OnHoldEnd()
	}
}

// Tapped implements fyne.Tappable.
func (b *HoldButton) Tapped(e *fyne.PointEvent) {
	if b.began {
		b.released()
		return
	}
	b.IconButton.Tapped(e)
}

func (b *HoldButton) released() {
	if b.began && b.OnReleased != nil {
		b.OnReleased()
	}
	b.began = false
}

// Dragged and DragEnd implement fyne.Draggable, so that the button is notified if the pointer is
// released elsewhere.
func (b *HoldButton) Dragged(*fyne.DragEvent) {}

// DragEnd implements fyne.Draggable.
func (b *HoldButton) DragEnd() { b.released() }
