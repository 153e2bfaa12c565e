package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// ScrollPage scrolls the topmost page by a key that nothing on the page has handled, and reports
// whether it did. This makes text without controls reachable, which Tab skips.
func ScrollPage(c fyne.Canvas, key fyne.KeyName) bool {
	s := innermost(c.Overlays().Top(), func(s *container.Scroll) bool { return s.Direction != container.ScrollHorizontalOnly })
	if s == nil {
		return false
	}
	const line = 40
	page, end := s.Size().Height, s.Content.Size().Height-s.Size().Height
	y := s.Offset.Y
	switch key {
	case fyne.KeyDown:
		y += line
	case fyne.KeyUp:
		y -= line
	case fyne.KeyPageDown:
		y += page - line
	case fyne.KeyPageUp:
		y -= page - line
	case fyne.KeyHome:
		y = 0
	case fyne.KeyEnd:
		y = end
	default:
		return false
	}
	s.ScrollToOffset(fyne.NewPos(s.Offset.X, max(min(y, end), 0)))
	return true
}
