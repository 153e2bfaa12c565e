package composer

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// Sizes of the card, in device-independent pixels, as in the design.
const (
	side      = 13 // between the side edges and the chips and buttons
	end       = 11 // above the chips, and below the buttons
	textSide  = 7  // between the side edges and the box, whose text is inset by 10 more
	textTop   = 6
	textGap   = 3 // between the chips and the text
	buttonGap = 1 // between the text and the buttons
	stripGap  = 6
	// tallest is the assumed window height if the canvas is unknown.
	tallest = 800
)

// buttonSide returns the side of a button, which is also the height of the button row.
func buttonSide() float32 { return theme.TargetSize(34) }

// HeightFor returns the height of the composer at a width. The text may take up to a third of the
// window's height; longer text scrolls.
func (c *Composer) HeightFor(width float32) float32 {
	h := c.NoticesHeight(width)
	if above := c.chipsHeight(width - 2*side); above > 0 {
		h += end + above + textGap
	} else {
		h += textTop
	}
	window := float32(tallest)
	if canvas := c.canvas(); canvas != nil {
		window = canvas.Size().Height
	}
	text := c.box.HeightFor(width-2*textSide, max(window/3-textTop-buttonGap-buttonSide()-end, 60))
	return h + text + buttonGap + c.dictate.height(width) + end
}

// LeastHeight returns the height of the card with one line of text and no attachments.
func (c *Composer) LeastHeight() float32 {
	return textTop + c.box.HeightFor(0, 0) + buttonGap + buttonSide() + end
}

// NoticesHeight returns the height of the notices above the card at a width.
func (c *Composer) NoticesHeight(width float32) float32 {
	h := float32(0)
	for _, s := range c.strips() {
		h += s.heightFor(width) + stripGap
	}
	return h
}

// chipsHeight returns the height of the chips above the text, which show the answer form and the
// attachments; 0 if there are none.
func (c *Composer) chipsHeight(width float32) float32 {
	attached := c.chips.heightFor(width)
	switch {
	case !c.answer.Visible():
		return attached
	case attached > 0:
		return c.answer.MinSize().Height + chipGap + attached
	}
	return c.answer.MinSize().Height
}

// strips returns the visible strips, from top to bottom.
func (c *Composer) strips() []*strip {
	var out []*strip
	out = append(out, c.notices...)
	if c.editing.Visible() {
		out = append(out, c.editing)
	}
	return out
}

// rearrange lays the composer out again and calls OnResized if its height has changed.
func (c *Composer) rearrange() {
	before := c.height
	c.height = c.HeightFor(c.Size().Width)
	c.Refresh()
	if c.height != before {
		widgets.CallIfSet(c.OnResized)
	}
}

// CreateRenderer implements fyne.Widget.
func (c *Composer) CreateRenderer() fyne.WidgetRenderer {
	card := widgets.NewThemedRectangle(theme.RadiusBox)
	return widgets.Renderer{
		MinSize: func() fyne.Size {
			width := cmp.Or(c.Size().Width, 720)
			return fyne.NewSize(240, c.HeightFor(width))
		},
		Place: func(size fyne.Size) { c.place(card, size) },
		Paint: func() {
			border, width := theme.ColorFrame, float32(1)
			if c.ringed {
				border, width = theme.ColorAccent, 2
			}
			card.Paint(theme.ColorCard, border, width)
			c.hint.Refresh()
			for _, s := range c.strips() {
				s.Refresh()
			}
			c.chips.Refresh()
			canvas.Refresh(c)
		},
		Objects: func() []fyne.CanvasObject {
			var out []fyne.CanvasObject
			for _, s := range c.strips() {
				out = append(out, s)
			}
			// Tab reaches the message and then the buttons from left to right.
			return append(out, card.Rectangle, c.answer, c.chips, c.box, c.attach, c.tools, c.search.IconButton, c.listen.IconButton, c.hint, c.dictate.microphone,
				c.dictate.voiceChat, c.send, c.dictate.bar)
		},
	}.Of(c)
}

// place lays everything out, the strips from the top and the buttons from the bottom; card is the
// background of the message.
func (c *Composer) place(card fyne.CanvasObject, size fyne.Size) {
	y := float32(0)
	for _, s := range c.strips() {
		h := s.heightFor(size.Width)
		widgets.Place(s, 0, y, size.Width, h)
		y += h + stripGap
	}
	widgets.Place(card, 0, y, size.Width, size.Height-y)
	if above := c.chipsHeight(size.Width - 2*side); above > 0 {
		top := y + end
		if c.answer.Visible() {
			m := c.answer.MinSize()
			widgets.Place(c.answer, side, top, min(m.Width, size.Width-2*side), m.Height)
			top += m.Height + chipGap
		}
		widgets.Place(c.chips, side, top, size.Width-2*side, c.chips.heightFor(size.Width-2*side))
		y += end + above + textGap
	} else {
		y += textTop
	}
	row := size.Height - end - c.dictate.height(size.Width)
	widgets.Place(c.box, textSide, y, size.Width-2*textSide, max(row-buttonGap-y, 20))
	c.placeButtons(row, size.Width)
}

// placeButtons places the buttons in the row at y: what belongs to the message at the left, the
// voice and Send at the right, and the hint between them. While listening, the bar takes the place
// of the buttons, but for the microphone that the user may still hold down.
func (c *Composer) placeButtons(y, width float32) {
	d := &c.dictate
	busy, keeps := c.Dictating(), d.keepsMicrophone()
	widgets.SetVisible(c.attach, c.Attachments != nil && !busy)
	widgets.SetVisible(c.tools, c.OnTools != nil && !c.simple && !busy)
	widgets.SetVisible(c.search.IconButton, c.OnSearch != nil && c.searching.Shown && !busy)
	widgets.SetVisible(c.listen.IconButton, c.OnReadReplies != nil && !c.simple && !busy)
	widgets.SetVisible(d.microphone, c.Dictation != nil && (!busy || keeps))
	widgets.SetVisible(d.voiceChat, c.Dictation != nil && !busy && !c.simple)
	widgets.SetVisible(c.send, !busy)
	widgets.SetVisible(c.hint, !busy)
	widgets.SetVisible(d.bar, busy)
	c.label(width)
	left, right := float32(side), width-side
	high := d.height(width)
	for _, b := range []fyne.CanvasObject{c.attach, c.tools, c.search.IconButton, c.listen.IconButton} {
		if b.Visible() {
			w := b.MinSize().Width
			widgets.Place(b, left, y, w, buttonSide())
			left += w + 4
		}
	}
	for _, b := range []fyne.CanvasObject{c.send, d.voiceChat, d.microphone} {
		if b.Visible() {
			w := b.MinSize().Width
			widgets.Place(b, right-w, y+(high-buttonSide())/2, w, buttonSide())
			right -= w + 4
		}
	}
	if busy {
		widgets.Place(d.bar, side+6, y, max(right-side-9, 0), high)
		return
	}
	widgets.Place(c.hint, left+4, y, max(right-left-12, 0), buttonSide())
}

// label shows the names of the buttons in the simple view, if all have room in the width.
func (c *Composer) label(width float32) {
	labels := map[*widgets.IconButton]string{
		c.attach: i18n.Text("Add"), &c.dictate.microphone.IconButton: i18n.Text("Dictate"), c.send: c.sendName(),
	}
	named, need := c.simple && !c.Dictating(), float32(2*side)
	for b, label := range labels {
		if named && b.Visible() {
			need += b.WidthWith(label) + 4
		}
	}
	named = named && need <= width
	for b, label := range labels {
		if !named {
			label = ""
		}
		b.SetLabel(label)
	}
}
