package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
)

// Badge is a word with a border around it, 21 high, in the colour of caution.
type Badge struct {
	widget.BaseWidget
	word string
}

// NewBadge makes a badge.
func NewBadge(word string) *Badge {
	b := &Badge{word: word}
	b.ExtendBaseWidget(b)
	return b
}

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
	middle(r.word, 7, s.Height)
}

func (r *badgeRenderer) Refresh() {
	r.ground.paint("", theme.ColorCaution, 1)
	paintText(r.word, theme.ColorCaution, smallSize())
}

func (r *badgeRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground.Rectangle, r.word}
}
func (r *badgeRenderer) Destroy() {}
