package widgets

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
)

// Words is a text that wraps, in a colour and size of the theme.
type Words struct {
	*widget.RichText
	segment *widget.TextSegment
}

// NewWords makes a text of one style: sizeName is one of Fyne's size names.
func NewWords(s string, color fyne.ThemeColorName, sizeName fyne.ThemeSizeName, style fyne.TextStyle) *Words {
	seg := &widget.TextSegment{Text: s, Style: widget.RichTextStyle{ColorName: color, SizeName: sizeName, TextStyle: style}}
	rt := widget.NewRichText(seg)
	rt.Wrapping = fyne.TextWrapWord
	return &Words{rt, seg}
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
		w.Refresh()
	}
}

// Text is what it says.
func (w *Words) Text() string { return w.segment.Text }

// SetColor changes the colour.
func (w *Words) SetColor(name fyne.ThemeColorName) {
	w.segment.Style.ColorName = name
	w.Refresh()
}

// NoWrap keeps it on one line.
func (w *Words) NoWrap() *Words { w.Wrapping = fyne.TextWrapOff; return w }
