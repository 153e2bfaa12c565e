package widgets

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
)

// Words is a text that wraps, in a color and size of the theme.
type Words struct {
	widget.BaseWidget

	// RichText is what paints it, for those who lay it out themselves; then the Words around it is
	// not shown.
	RichText *widget.RichText

	segment *widget.TextSegment
	flush   bool
}

// NewWords makes a text of one style: sizeName is one of Fyne's size names.
func NewWords(s string, color fyne.ThemeColorName, sizeName fyne.ThemeSizeName, style fyne.TextStyle) *Words {
	seg := &widget.TextSegment{Text: s, Style: widget.RichTextStyle{ColorName: color, SizeName: sizeName, TextStyle: style}}
	w := &Words{RichText: widget.NewRichText(seg), segment: seg}
	w.RichText.Wrapping = fyne.TextWrapWord
	w.ExtendBaseWidget(w)
	return w
}

// NewMuted makes a small text of less weight.
func NewMuted(s string) *Words {
	return NewWords(s, theme.ColorMuted, fynetheme.SizeNameCaptionText, fyne.TextStyle{})
}

// NewBody makes a text as large as a message.
func NewBody(s string) *Words {
	return NewWords(s, fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{})
}

// NewHeading makes a bold text of 16.
func NewHeading(s string) *Words {
	return NewWords(s, fynetheme.ColorNameForeground, fynetheme.SizeNameSubHeadingText, fyne.TextStyle{Bold: true})
}

// SetText changes the text.
func (w *Words) SetText(s string) {
	if w.segment.Text != s {
		w.segment.Text = s
		w.RichText.Refresh()
	}
}

// Text is what it says.
func (w *Words) Text() string { return w.segment.Text }

// SetColor changes the color.
func (w *Words) SetColor(name fyne.ThemeColorName) {
	w.segment.Style.ColorName = name
	w.RichText.Refresh()
}

// NoWrap keeps it on one line.
func (w *Words) NoWrap() *Words {
	w.RichText.Wrapping = fyne.TextWrapOff
	return w
}

// Center puts its lines in the middle.
func (w *Words) Center() *Words {
	w.segment.Style.Alignment = fyne.TextAlignCenter
	return w
}

// AtRight lets its lines end at the right.
func (w *Words) AtRight() *Words {
	w.segment.Style.Alignment = fyne.TextAlignTrailing
	return w
}

// Flush takes away the margin Fyne leaves around a text, so that it lines up with what has none.
func (w *Words) Flush() *Words {
	w.flush = true
	return w
}

// AccessibilityLabel implements fyne.Accessible.
func (w *Words) AccessibilityLabel() string { return w.segment.Text }

// AccessibilityRole implements fyne.Accessible.
func (w *Words) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (w *Words) CreateRenderer() fyne.WidgetRenderer { return &wordsRenderer{w} }

type wordsRenderer struct{ w *Words }

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
