package widgets

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
)

// Text is wrapped text in a color and size of the theme.
type Text struct {
	widget.BaseWidget

	// RichText is the widget that shows the text, for callers that lay it out themselves; then the
	// Words around it is not shown.
	RichText *widget.RichText

	segment *widget.TextSegment
	flush   bool
}

// NewText returns text in one style: sizeName is one of Fyne's size names.
func NewText(s string, color fyne.ThemeColorName, sizeName fyne.ThemeSizeName, style fyne.TextStyle) *Text {
	seg := &widget.TextSegment{Text: s, Style: widget.RichTextStyle{ColorName: color, SizeName: sizeName, TextStyle: style}}
	w := &Text{RichText: widget.NewRichText(seg), segment: seg}
	w.RichText.Wrapping = fyne.TextWrapWord
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

// SetText changes the text.
func (w *Text) SetText(s string) {
	if w.segment.Text != s {
		w.segment.Text = s
		w.RichText.Refresh()
	}
}

// Text returns the text.
func (w *Text) Text() string { return w.segment.Text }

// SetColor changes the color.
func (w *Text) SetColor(name fyne.ThemeColorName) {
	w.segment.Style.ColorName = name
	w.RichText.Refresh()
}

// NoWrap keeps it on one line.
func (w *Text) NoWrap() *Text {
	w.RichText.Wrapping = fyne.TextWrapOff
	return w
}

// Center centers the lines.
func (w *Text) Center() *Text {
	w.segment.Style.Alignment = fyne.TextAlignCenter
	return w
}

// AlignRight aligns the lines to the right.
func (w *Text) AlignRight() *Text {
	w.segment.Style.Alignment = fyne.TextAlignTrailing
	return w
}

// NoMargin removes the margin that Fyne adds around a text, so that it aligns with objects without
// one.
func (w *Text) NoMargin() *Text {
	w.flush = true
	return w
}

// AccessibilityLabel implements fyne.Accessible.
func (w *Text) AccessibilityLabel() string { return w.segment.Text }

// AccessibilityRole implements fyne.Accessible.
func (w *Text) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (w *Text) CreateRenderer() fyne.WidgetRenderer { return &wordsRenderer{w} }

type wordsRenderer struct{ w *Text }

func (r *wordsRenderer) margin() float32 {
	if r.w.flush {
		return fynetheme.Size(fynetheme.SizeNameInnerPadding)
	}
	return 0
}

func (r *wordsRenderer) MinSize() fyne.Size {
	m := r.margin()
	size := r.w.RichText.MinSize().Subtract(fyne.NewSquareSize(2 * m))
	return fyne.NewSize(max(size.Width, 0), max(size.Height, 0))
}

func (r *wordsRenderer) Layout(s fyne.Size) {
	m := r.margin()
	r.w.RichText.Move(fyne.NewPos(-m, -m))
	r.w.RichText.Resize(s.AddWidthHeight(2*m, 2*m))
}

func (r *wordsRenderer) Refresh() {
	r.w.RichText.Refresh()
	r.Layout(r.w.Size())
}

func (r *wordsRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.w.RichText} }
func (r *wordsRenderer) Destroy()                     {}
