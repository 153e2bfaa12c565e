package player

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// Sizes of a Card, in device-independent pixels.
const (
	playSide  = 44
	cardSides = 16
	cardEnds  = 12
	cardGap   = 12
	// cardTrack is the minimum width of the track beside the buttons.
	cardTrack = 200
	// cardBelow is the space between the card and the line below it, cardFoot that below the line.
	cardBelow = 10
	cardFoot  = 8
)

// cardRows are the rows of a Card.
type cardRows struct {
	// first is the height of the row with the track, beside the width of the buttons in it, 0 if
	// they are in rows of their own; buttons is the height of the buttons.
	first, beside, buttons float32
	rows                   [][]fyne.CanvasObject
}

// arrange decides which parts fit into one row at a width.
func (c *Card) arrange(width float32) (r cardRows) {
	room := width - 2*cardSides
	buttons := []fyne.CanvasObject{c.voice, c.speed, c.save}
	for _, b := range buttons {
		r.beside += cardGap + b.MinSize().Width
		r.buttons = max(r.buttons, b.MinSize().Height)
	}
	r.first = max(c.play.MinSize().Height, c.trackHeight(), r.buttons)
	// the place of the stop button is counted while it is hidden, so that nothing moves to a
	// row of its own when reading begins
	track := room - c.play.MinSize().Width - c.stop.MinSize().Width - 2*cardGap - r.beside
	if track >= max(cardTrack, c.timesWidth()) {
		return r
	}
	r.first, r.beside = max(c.play.MinSize().Height, c.trackHeight()), 0
	x := float32(0)
	for _, b := range buttons {
		w := b.MinSize().Width
		if x == 0 || x+w > room {
			r.rows = append(r.rows, nil)
			x = 0
		}
		last := len(r.rows) - 1
		r.rows[last] = append(r.rows[last], b)
		x += w + cardGap
	}
	return r
}

func (c *Card) trackHeight() float32 { return c.place.MinSize().Height + c.at.MinSize().Height }

func (c *Card) timesWidth() float32 {
	return c.at.MinSize().Width + c.length.MinSize().Width + 2*cardGap
}

// height returns the height of the card itself.
func (r cardRows) height() float32 {
	return r.first + 2*cardEnds + float32(len(r.rows))*(cardGap+r.buttons)
}

// lineWidth returns the width of the line below a card.
func (c *Card) lineWidth(width float32) float32 {
	if c.cancels() {
		width -= c.cancel.MinSize().Width + cardGap
	}
	return width
}

// lineHeight returns the height of the line: one line of text is reserved where there is none.
func (c *Card) lineHeight(width float32) float32 {
	return max(widgets.HeightAt(c.line, c.lineWidth(width)), c.at.MinSize().Height)
}

// HeightFor implements shell.WidthDependent.
func (c *Card) HeightFor(width float32) float32 {
	return c.arrange(width).height() + cardBelow + c.lineHeight(width) + cardFoot
}

// CreateRenderer implements fyne.Widget.
func (c *Card) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(240, playSide+2*cardEnds) }, Place: c.layout, Paint: c.paint, RefreshesChildren: true,
	}.Of(c, c.ground, c.play, c.stop, c.place, c.at, c.length, c.voice, c.speed, c.save, c.line, c.cancel)
}

func (c *Card) paint() {
	small := fynetheme.Size(fynetheme.SizeNameCaptionText)
	c.at.Text, c.length.Text = c.times()
	for _, t := range []*canvas.Text{c.at, c.length} {
		t.Color, t.TextSize = fynetheme.Color(theme.ColorMuted), small
		t.Refresh()
	}
	widgets.SetVisible(c.cancel, c.cancels())
}

func (c *Card) layout(size fyne.Size) {
	r := c.arrange(size.Width)
	high := r.height()
	widgets.Place(c.ground, 0, 0, size.Width, high)
	left, right := float32(cardSides), size.Width-cardSides
	row := func(o fyne.CanvasObject, x, high float32) float32 {
		width := o.MinSize().Width
		widgets.Place(o, x, cardEnds+(r.first-high)/2, width, high)
		return x + width + cardGap
	}
	left = row(c.play, left, c.play.MinSize().Height)
	if c.stop.Visible() {
		left = row(c.stop, left, c.stop.MinSize().Height)
	}
	if r.beside > 0 {
		right -= r.beside
		x := right + cardGap
		for _, o := range []fyne.CanvasObject{c.voice, c.speed, c.save} {
			x = row(o, x, r.buttons)
		}
	}
	c.placeTrack(left, right, cardEnds+(r.first-c.trackHeight())/2)
	y := float32(cardEnds) + r.first
	for _, row := range r.rows {
		y += cardGap
		x := float32(cardSides)
		for _, o := range row {
			width := min(o.MinSize().Width, size.Width-2*cardSides)
			if o == fyne.CanvasObject(c.save) { // at the right, as where all is in one row
				x = max(x, size.Width-cardSides-width)
			}
			widgets.Place(o, x, y, width, r.buttons)
			x += width + cardGap
		}
		y += r.buttons
	}
	c.placeLine(size.Width, high+cardBelow)
}

// placeTrack places the track with the times below its ends.
func (c *Card) placeTrack(left, right, top float32) {
	track := c.place.MinSize().Height
	widgets.Place(c.place, left, top, max(right-left, 0), track)
	below := top + track
	m := c.at.MinSize()
	widgets.Place(c.at, left, below, m.Width, m.Height)
	m = c.length.MinSize()
	widgets.Place(c.length, right-m.Width, below, m.Width, m.Height)
}

// placeLine places the line below the card in the middle, with the button that cancels after it.
func (c *Card) placeLine(width, top float32) {
	room := c.lineWidth(width)
	high := widgets.HeightAt(c.line, room)
	if !c.cancels() {
		widgets.Place(c.line, 0, top, width, high)
		return
	}
	words := min(fyne.MeasureText(c.line.Text(), fynetheme.Size(fynetheme.SizeNameCaptionText), fyne.TextStyle{}).Width+2, room)
	m := c.cancel.MinSize()
	left := (width - words - cardGap - m.Width) / 2
	widgets.Place(c.line, left, top, words, high)
	widgets.Place(c.cancel, left+words+cardGap, top+(high-m.Height)/2, m.Width, m.Height)
}
