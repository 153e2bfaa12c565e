package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parlando/views/theme"
)

// HoldFor is the time from which a pressed button is held and not clicked.
const HoldFor = 400 * time.Millisecond

// HoldButton is an icon button that begins something when it is pressed, and ends it when it is let
// go after it was held. A click, and a key, press it as any other button.
type HoldButton struct {
	IconButton

	// OnDown is called when the pointer presses; it reports whether something has begun: the click
	// that follows is part of it then.
	OnDown func() bool
	// OnHoldEnd is called when the pointer is released after HoldFor, wherever it is.
	OnHoldEnd func()
	// OnReleased is called when all is over that OnDown began with: only from then on does what it
	// gave the focus to keep it, because Fyne takes the focus from whatever a press or a release
	// did not hit.
	OnReleased func()

	began bool
	since time.Time
}

// NewHoldButton makes a button of 34 by 34. icon is a file of assets/icons.
func NewHoldButton(icon, name string, onTapped func()) *HoldButton {
	b := &HoldButton{IconButton: IconButton{icon: icon, side: 34, color: theme.ColorMuted}}
	b.name, b.onTapped = name, onTapped
	b.ExtendBaseWidget(b)
	b.SetHint(name)
	return b
}

// MouseDown implements desktop.Mouseable.
func (b *HoldButton) MouseDown(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary || b.disabled || b.OnDown == nil {
		return
	}
	b.dropTooltip()
	b.since = time.Now()
	b.began = b.OnDown()
}

// MouseUp implements desktop.Mouseable.
func (b *HoldButton) MouseUp(*desktop.MouseEvent) {
	if b.began && time.Since(b.since) >= HoldFor && b.OnHoldEnd != nil {
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

// Dragged and DragEnd implement fyne.Draggable: who drags is told when the pointer lets go
// elsewhere.
func (b *HoldButton) Dragged(*fyne.DragEvent) {}

// DragEnd implements fyne.Draggable.
func (b *HoldButton) DragEnd() { b.released() }
