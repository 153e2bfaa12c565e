package widgets

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
)

// Text is wrapped text in a color and size of the theme. It may mix left-to-right and right-to-left
// words, and its lines grow with their letters, as in messages.
type Text struct {
	widget.BaseWidget

	text      string
	color     fyne.ThemeColorName
	size      fyne.ThemeSizeName
	style     fyne.TextStyle
	align     fyne.TextAlign
	noWrap    bool
	truncates bool
	flush     bool
	// marked and unmarked are the byte offsets between which the text is marked.
	marked, unmarked int
}

// NewText returns text in one style: sizeName is one of Fyne's size names.
func NewText(s string, color fyne.ThemeColorName, sizeName fyne.ThemeSizeName, style fyne.TextStyle) *Text {
	w := &Text{text: s, color: color, size: sizeName, style: style}
	w.ExtendBaseWidget(w)
	return w
}

// NewMuted returns small muted text.
func NewMuted(s string) *Text {
	return NewText(s, theme.ColorMuted, fynetheme.SizeNameCaptionText, fyne.TextStyle{})
}

// NewBody returns text in the size of a message.
func NewBody(s string) *Text {
	return NewText(s, fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{})
}

// NewHeading returns bold text of size 16.
func NewHeading(s string) *Text {
	return NewText(s, fynetheme.ColorNameForeground, fynetheme.SizeNameSubHeadingText, fyne.TextStyle{Bold: true})
}

// NewTitle returns one line of bold text without a margin; size is one of Fyne's size names.
func NewTitle(words string, size fyne.ThemeSizeName) *Text {
	return NewText(words, fynetheme.ColorNameForeground, size, fyne.TextStyle{Bold: true}).NoWrap().NoMargin()
}

// SetText changes the text.
func (w *Text) SetText(s string) {
	if w.text != s || w.unmarked > w.marked {
		w.text, w.marked, w.unmarked = s, 0, 0
		w.Refresh()
	}
}

// SetMarked shows a text of which one part is marked as being read aloud.
func (w *Text) SetMarked(before, marked, after string) {
	text := before + marked + after
	from, to := len(before), len(before)+len(marked)
	if w.text != text || w.marked != from || w.unmarked != to {
		w.text, w.marked, w.unmarked = text, from, to
		w.Refresh()
	}
}

// IsHeading reports whether the text is a heading or a title.
func (w *Text) IsHeading() bool {
	return w.style.Bold && w.size != fynetheme.SizeNameText && w.size != fynetheme.SizeNameCaptionText
}

// Text returns the text.
func (w *Text) Text() string { return w.text }

// SetColor changes the color.
func (w *Text) SetColor(name fyne.ThemeColorName) {
	w.color = name
	w.Refresh()
}

// NoWrap keeps the text on one line.
func (w *Text) NoWrap() *Text {
	w.noWrap = true
	return w
}

// Truncate keeps the text on one line, truncated with an ellipsis.
func (w *Text) Truncate() *Text {
	w.truncates = true
	return w.NoWrap()
}

// Center centers the lines.
func (w *Text) Center() *Text {
	w.align = fyne.TextAlignCenter
	return w
}

// AlignRight aligns the lines to the right.
func (w *Text) AlignRight() *Text {
	w.align = fyne.TextAlignTrailing
	return w
}

// NoMargin removes the margin around the text, so that it aligns with objects that have no margin.
func (w *Text) NoMargin() *Text {
	w.flush = true
	return w
}

// AccessibilityLabel implements fyne.Accessible.
func (w *Text) AccessibilityLabel() string { return w.text }

// AccessibilityRole implements fyne.Accessible.
func (w *Text) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (w *Text) CreateRenderer() fyne.WidgetRenderer { return newTextRenderer(w) }
