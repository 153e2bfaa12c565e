package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
)

// Badge is a word with a border around it, 21 high.
type Badge struct {
	widget.BaseWidget
	word         string
	text, border fyne.ThemeColorName
}

// NewPractice makes the badge that says that no real model answers. It is hidden at first.
func NewPractice() *Badge {
	b := newBadge(lang.L("Practice"), theme.ColorCaution, theme.ColorCaution)
	b.Hide()
	return b
}

// NewTag makes a badge that only says what something is.
func NewTag(word string) *Badge { return newBadge(word, theme.ColorMuted, theme.ColorLine) }

func newBadge(word string, text, border fyne.ThemeColorName) *Badge {
	b := &Badge{word: word, text: text, border: border}
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
	r := &badgeRenderer{b: b, ground: newGround(6), word: newText(b.word, smallSize())}
	r.Refresh()
	return r
}

type badgeRenderer struct {
	b      *Badge
	ground ground
	word   *canvas.Text
}

func (r *badgeRenderer) MinSize() fyne.Size {
	return r.word.MinSize().Add(fyne.NewSize(14, 4))
}

func (r *badgeRenderer) Layout(s fyne.Size) {
	r.ground.Resize(s)
	Middle(r.word, 7, r.word.MinSize().Width, s.Height)
}

func (r *badgeRenderer) Refresh() {
	r.ground.paint("", r.b.border, 1)
	r.word.Text = r.b.word
	paintText(r.word, r.b.text, smallSize())
}

func (r *badgeRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground.Rectangle, r.word}
}
func (r *badgeRenderer) Destroy() {}
