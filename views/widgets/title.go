package widgets

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
)

// Title is one line of bold text without a margin. It is used by the first screen: unlike a wrapped
// heading, it needs only the bold font and none of the others that Fyne loads with it
// (theme.FontFor).
type Title struct {
	widget.BaseWidget

	words string
	size  fyne.ThemeSizeName
}

// NewTitle returns a title; size is one of Fyne's size names.
func NewTitle(words string, size fyne.ThemeSizeName) *Title {
	t := &Title{words: words, size: size}
	t.ExtendBaseWidget(t)
	return t
}

// AccessibilityLabel implements fyne.Accessible.
func (t *Title) AccessibilityLabel() string { return t.words }

// AccessibilityRole implements fyne.Accessible.
func (t *Title) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (t *Title) CreateRenderer() fyne.WidgetRenderer {
	text := newText(t.words, fynetheme.Size(t.size))
	text.TextStyle.Bold = true
	text.FontSource = theme.FontFor(t.words, text.TextStyle)
	return Renderer{
		MinSize: text.MinSize, Place: text.Resize,
		Paint: func() { PaintText(text, fynetheme.ColorNameForeground, fynetheme.Size(t.size)) },
	}.Of(t, text)
}
