package widgets

import "fyne.io/fyne/v2"

// Show shows or hides an object. One that is already as asked is left alone, so that nothing is
// painted again.
func Show(o fyne.CanvasObject, visible bool) {
	switch {
	case visible && !o.Visible():
		o.Show()
	case !visible && o.Visible():
		o.Hide()
	}
}

// Place moves and sizes an object; a size below zero is zero.
func Place(o fyne.CanvasObject, x, y, width, height float32) {
	o.Move(fyne.NewPos(x, y))
	o.Resize(fyne.NewSize(max(width, 0), max(height, 0)))
}

// Middle gives an object its least height and places it in the middle of a height.
func Middle(o fyne.CanvasObject, x, width, height float32) {
	h := o.MinSize().Height
	o.Resize(fyne.NewSize(width, h))
	o.Move(fyne.NewPos(x, (height-h)/2))
}

// TitleWithBadge places the title of a bar at left, in the middle of a height, and behind it a
// badge that may be hidden. Where there is no room for both before right, the badge stands alone; a
// title without a badge that has no room is hidden, too.
func TitleWithBadge(title, badge fyne.CanvasObject, left, right, height float32) {
	const gap = 10
	wide, beside := title.MinSize().Width, badge.MinSize().Width
	need := wide
	if badge.Visible() {
		need += gap + beside
	}
	Show(title, left+need <= right)
	if title.Visible() {
		Middle(title, left, wide, height)
		left += wide + gap
	}
	Middle(badge, left, beside, height)
}
