package textview

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
)

// Surface is embedded by the renderers of all long texts: a pane and, over the pane, a scroll bar.
type Surface struct {
	*Pane
	Bar *ScrollBar
	// colors has the theme colors at the last call of ColorsChanged.
	colors []color.Color
}

// NewSurface returns an empty surface.
func NewSurface() Surface { return Surface{Pane: NewPane(), Bar: NewScrollBar()} }

// MinSize implements fyne.WidgetRenderer. It is small: a long text takes the available space.
func (s *Surface) MinSize() fyne.Size { return fyne.NewSize(160, 80) }

// Destroy implements fyne.WidgetRenderer.
func (s *Surface) Destroy() {}

// NeverColored reports whether ColorsChanged has not been called yet.
func (s *Surface) NeverColored() bool { return s.colors == nil }

// ColorsChanged reports whether the theme colors have changed since the last call.
func (s *Surface) ColorsChanged() bool {
	var now []color.Color
	for _, name := range []fyne.ThemeColorName{
		fynetheme.ColorNameForeground, fynetheme.ColorNameBackground, theme.ColorMuted, theme.ColorAccent, theme.ColorCode, theme.ColorReadingMark,
	} {
		now = append(now, fynetheme.Color(name))
	}
	if slices.Equal(now, s.colors) {
		return false
	}
	s.colors = now
	return true
}
