package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/theme"
)

// Badge is a word on a tint, 21 high.
type Badge struct {
	widget.BaseWidget
	word         string
	text, ground fyne.ThemeColorName
}

// NewPracticeBadge returns a hidden badge that marks practice mode, where no real model replies.
func NewPracticeBadge() *Badge {
	b := newBadge(i18n.Text("Practice"), theme.ColorCaution, theme.ColorCautionGround)
	b.Hide()
	return b
}

// NewTag returns a badge with a label.
func NewTag(word string) *Badge { return newBadge(word, theme.ColorMuted, theme.ColorTint) }

func newBadge(word string, text, ground fyne.ThemeColorName) *Badge {
	b := &Badge{word: word, text: text, ground: ground}
	b.ExtendBaseWidget(b)
	return b
}

// SetWord changes the word.
func (b *Badge) SetWord(word string) {
	if b.word != word {
		b.word = word
		b.Refresh()
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (b *Badge) AccessibilityLabel() string { return b.word }

// AccessibilityRole implements fyne.Accessible.
func (b *Badge) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (b *Badge) CreateRenderer() fyne.WidgetRenderer {
	ground, word := NewThemedRectangle(6), newText(b.word, smallSize())
	return Renderer{
		MinSize: func() fyne.Size { return word.MinSize().Add(fyne.NewSize(14, 4)) },
		Place: func(s fyne.Size) {
			ground.Resize(s)
			CenterVertically(word, 7, word.MinSize().Width, s.Height)
		},
		Paint: func() {
			ground.Paint(b.ground, "", 0)
			word.Text = b.word
			PaintText(word, b.text, smallSize())
		},
	}.Of(b, ground.Rectangle, word)
}
