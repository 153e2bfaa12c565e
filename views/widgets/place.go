package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// SetVisible shows or hides an object. It does nothing if the object already is in that state, so
// that nothing is repainted.
func SetVisible(o fyne.CanvasObject, visible bool) {
	switch {
	case visible && !o.Visible():
		o.Show()
	case !visible && o.Visible():
		o.Hide()
	}
}

// Place moves and resizes an object; negative sizes become zero.
func Place(o fyne.CanvasObject, x, y, width, height float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(max(width, 0), max(height, 0)))
}

// CenterVertically gives an object its minimum height and centers it vertically.
func CenterVertically(o fyne.CanvasObject, x, width, height float32) {
	if text, ok := o.(*canvas.Text); ok {
		size := fyne.NewSize(width, measure(text.Text, text).Height)
		PlaceText(text, x, (height-size.Height)/2, size)
		return
	}
	h := o.MinSize().Height
	o.Resize(fyne.NewSize(width, h))
	o.Move(fyne.NewPos(x, (height-h)/2))
}

// TitleWithBadge places the title of a bar at left, centered vertically, followed by a badge that
// may be hidden. If there is no room for both before right, it hides the title. A title without a
// badge is also hidden if there is no room.
func TitleWithBadge(title, badge fyne.CanvasObject, left, right, height float32) {
	const gap = 10
	wide, beside := title.MinSize().Width, badge.MinSize().Width
	need := wide
	if badge.Visible() {
		need += gap + beside
	}
	SetVisible(title, left+need <= right)
	if title.Visible() {
		CenterVertically(title, left, wide, height)
		left += wide + gap
	}
	CenterVertically(badge, left, beside, height)
}
