package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/screenreader"
	"parlando/views/theme"
)

// ChoiceRow is one of a few large choices on a page: an icon, a title and a sentence, and at its
// end an arrow, or a word on the accent color for the choice that most users want.
type ChoiceRow struct {
	pressable
	icon, sentence, word string
}

// NewChoiceRow returns a choice, 74 high at the default text size if its sentence fits on a line.
// word is "" for an arrow.
func NewChoiceRow(icon, title, sentence, word string, onTapped func()) *ChoiceRow {
	r := &ChoiceRow{icon: icon, sentence: sentence, word: word}
	r.name, r.onTapped = title, onTapped
	r.ExtendBaseWidget(r)
	return r
}

// SetSentence changes the sentence.
func (r *ChoiceRow) SetSentence(sentence string) {
	if r.sentence != sentence {
		r.sentence = sentence
		r.Refresh()
	}
}

// AccessibilityDescription implements screenreader.Describer.
func (r *ChoiceRow) AccessibilityDescription() string {
	return screenreader.DescribeChoice(r.name+", "+r.sentence, false)
}

// Sizes of a choice, in device-independent pixels, as in the design.
const (
	choiceSide = 18 // beside the icon and the arrow
	choiceEnd  = 18 // above the title and below the sentence
	choiceGap  = 16 // beside the words
)

// CreateRenderer implements fyne.Widget.
func (r *ChoiceRow) CreateRenderer() fyne.WidgetRenderer {
	c := &choiceRenderer{
		r: r, ground: NewThemedRectangle(theme.RadiusLarge), icon: newPicture(r.icon, theme.IconSize),
		title:    NewText(r.name, fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{Bold: true}).NoMargin(),
		sentence: NewMuted(r.sentence).NoMargin(),
		arrow:    newPicture("chevron-right", theme.IconSize),
		start:    NewThemedRectangle(theme.RadiusControl), word: newText(r.word, textSize()),
	}
	return Renderer{MinSize: c.least, Place: c.place, Paint: c.paint}.Of(r, c.ground.Rectangle, c.icon.Image, c.title, c.sentence, c.arrow.Image, c.start.Rectangle, c.word)
}

type choiceRenderer struct {
	r               *ChoiceRow
	ground, start   ThemedRectangle
	icon, arrow     *picture
	title, sentence *Text
	word            *canvas.Text
}

// end returns the size of the arrow or the word.
func (c *choiceRenderer) end() fyne.Size {
	if c.r.word == "" {
		return fyne.NewSquareSize(theme.ScaledIconSize())
	}
	m := measure(c.r.word, c.word)
	return fyne.NewSize(m.Width+24, max(float32(theme.RowHeight), m.Height+14))
}

// left returns the left edge of the words, room their width in a choice of the given width.
func (c *choiceRenderer) left() float32 { return choiceSide + theme.ScaledIconSize() + choiceGap }

func (c *choiceRenderer) room(width float32) float32 {
	return max(width-c.left()-choiceGap-c.end().Width-choiceSide, 0)
}

// heights returns the heights of the title and the sentence in a choice of the given width.
func (c *choiceRenderer) heights(width float32) (title, sentence float32) {
	return HeightAt(c.title, c.room(width)), HeightAt(c.sentence, c.room(width))
}

func (c *choiceRenderer) least() fyne.Size {
	title, sentence := c.heights(max(c.r.Size().Width, 320))
	return fyne.NewSize(320, max(title+2+sentence, c.end().Height)+2*choiceEnd+theme.ExtraTargetSize())
}

func (c *choiceRenderer) place(s fyne.Size) {
	c.ground.Resize(s)
	side := theme.ScaledIconSize()
	placeIcon(c.icon, choiceSide, s.Height, side)
	title, sentence := c.heights(s.Width)
	top := (s.Height - title - 2 - sentence) / 2
	Place(c.title, c.left(), top, c.room(s.Width), title)
	Place(c.sentence, c.left(), top+title+2, c.room(s.Width), sentence)
	end := c.end()
	x := s.Width - choiceSide - end.Width
	placeIcon(c.arrow, x, s.Height, side)
	Place(c.start, x, (s.Height-end.Height)/2, end.Width, end.Height)
	m := measure(c.r.word, c.word)
	CenterVertically(c.word, x+(end.Width-m.Width)/2, m.Width, s.Height)
}

func (c *choiceRenderer) paint() {
	r := c.r
	fill, border, width := theme.ColorTint, theme.ColorEdge, float32(1)
	switch {
	case r.word != "":
		fill = theme.ColorChosen
	case r.hovered:
		fill = theme.ColorHover
	}
	if r.ringed() {
		border, width = theme.ColorAccent, 2
	}
	c.ground.Paint(fill, border, width)
	c.icon.paint(r.icon, fynetheme.ColorNameForeground)
	c.sentence.SetText(r.sentence)
	SetVisible(c.arrow, r.word == "")
	c.arrow.paint("chevron-right", fynetheme.ColorNameForeground)
	SetVisible(c.start, r.word != "")
	SetVisible(c.word, r.word != "")
	c.start.Paint(theme.ColorAccent, "", 0)
	PaintText(c.word, theme.ColorOnAccent, textSize())
}
