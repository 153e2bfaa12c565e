package textview

import (
	"image/color"

	"parlando/views/widgets"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
)

const (
	barWidth     = 6
	barEdge      = 4  // space between the bar and the edges of the view
	barGrab      = 16 // width of the area at the right edge where the bar can be grabbed
	barMinHeight = 36
)

// ScrollBar shows the visible part of a text. Press and Drag handle the mouse.
type ScrollBar struct {
	// Thumb is the canvas object.
	Thumb *canvas.Rectangle
	// right is the width of the view; top and height are those of the thumb; room is the height of
	// the track.
	right, top, height, room float32
	// grab is the distance from the top of the thumb to the position of the press.
	grab float32
}

// NewScrollBar returns a bar that is hidden until Place is called.
func NewScrollBar() *ScrollBar {
	b := &ScrollBar{Thumb: canvas.NewRectangle(color.Transparent)}
	b.Thumb.CornerRadius = barWidth / 2
	b.Thumb.Hide()
	return b
}

// Place positions the thumb for a text of length whole, of which the part of length seen from first
// on is visible. All three are in the same unit. If the whole text is visible, Place hides the bar.
func (b *ScrollBar) Place(size fyne.Size, first, seen, whole float32) {
	if whole-seen < 1 || size.Height < 2*barMinHeight {
		b.height = 0
		widgets.SetVisible(b.Thumb, false)
		return
	}
	b.right, b.room = size.Width, size.Height-2*barEdge
	// Use whole pixels, so that a corrected height far from the view does not repaint the bar.
	b.height = float32(int(max(b.room*seen/whole, barMinHeight)))
	b.top = barEdge + float32(int((b.room-b.height)*min(first/(whole-seen), 1)))
	b.Thumb.FillColor = fynetheme.Color(fynetheme.ColorNameScrollBar)
	widgets.Place(b.Thumb, size.Width-barWidth-barEdge, b.top, barWidth, b.height)
	widgets.SetVisible(b.Thumb, true)
}

// Contains reports whether a press at x grabs the bar.
func (b *ScrollBar) Contains(x float32) bool { return b.height > 0 && x >= b.right-barGrab }

// Press starts dragging the bar at y. A press beside the thumb moves the thumb under the pointer;
// then moved is true, and share is the fraction of the text to scroll to, from 0 to 1.
func (b *ScrollBar) Press(y float32) (share float32, moved bool) {
	if b.grab = y - b.top; b.grab >= 0 && b.grab <= b.height {
		return 0, false
	}
	b.grab = b.height / 2
	return b.Drag(y)
}

// Drag moves the thumb with the pointer, and returns the fraction to scroll to, like Press.
func (b *ScrollBar) Drag(y float32) (share float32, moved bool) {
	if b.room <= b.height {
		return 0, false
	}
	return min(max((y-b.grab-barEdge)/(b.room-b.height), 0), 1), true
}
