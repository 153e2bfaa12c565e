package shell

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// toastTime is the time for which a toast stays once neither the pointer nor the keyboard is at it:
// long enough to read it and press Undo.
const toastTime = 10 * time.Second

// Toasts is a place at the foot of the window where a sentence about what was just done stands for
// a moment, with a button that takes it back. A new one replaces the last. None goes while the
// pointer or the keyboard is at it. Its words stand before its button in the order of the focus.
type Toasts struct {
	widget.BaseWidget

	// OnSay gets each sentence that is said; nil is nobody.
	OnSay func(sentence string)
	// Above is the height of the foot that toasts must not cover; nil is nothing.
	Above func() float32

	after func(time.Duration, func()) (stop func())
	stop  func() // of the clock of the card, nil for none
	card  *toastCard
	row   *toastRow
	said  string
	// over is the sheet above which they are shown, nil for the window.
	over *widgets.Overlay
	// stays: it does not go by itself.
	stays bool
}

// NewToasts makes the place. after runs a function on the window's thread later.
func NewToasts(after func(time.Duration, func()) (stop func())) *Toasts {
	t := &Toasts{after: after}
	t.ExtendBaseWidget(t)
	return t
}

// Say says a sentence; action may be nil.
func (t *Toasts) Say(sentence, button string, action func()) {
	t.Clear()
	t.said, t.stays = sentence, false
	words := widgets.NewWords(sentence, fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{}).Flush()
	t.row = &toastRow{sentence: sentence}
	row := container.New(t.row, words)
	card := &toastCard{row: row}
	card.onAttention = func() { t.run(card) }
	if action != nil {
		t.row.button = true
		card.button = widgets.NewButton(button, widgets.Secondary, func() {
			t.Clear()
			action()
		})
		card.button.SetOnHover(func(at bool) { card.hold(pointerAtButton, at) })
		card.button.SetOnFocus(func(at bool) { card.hold(keyboardAtButton, at) })
		row.Add(card.button)
	}
	card.box = widgets.NewBox(row, theme.ColorCard, theme.ColorFieldBorder, theme.RadiusCard, toastInset, 4)
	card.ExtendBaseWidget(card)
	t.card = card
	widgets.Tell(t.OnSay, sentence)
	t.run(card)
	t.redraw()
}

// run lets the time of a card begin anew, or stand still while somebody is at it.
func (t *Toasts) run(card *toastCard) {
	if t.card != card || t.stays {
		return
	}
	t.halt()
	if card.attention == 0 {
		t.stop = t.after(toastTime, func() {
			if t.card == card && card.attention == 0 {
				t.Clear()
			}
		})
	}
}

func (t *Toasts) halt() {
	if t.stop != nil {
		t.stop()
		t.stop = nil
	}
}

// Stay says a sentence that stands until its button is pressed or something else is said.
func (t *Toasts) Stay(sentence, button string, action func()) {
	t.Say(sentence, button, action)
	t.halt()
	t.stays = true
}

// ClearSaid takes a sentence away if it is the one that stands there.
func (t *Toasts) ClearSaid(sentence string) {
	if t.said == sentence {
		t.Clear()
	}
}

// Clear takes the sentence away, and the keyboard from its button.
func (t *Toasts) Clear() {
	t.halt()
	card := t.card
	if card == nil {
		return
	}
	t.card = nil
	if card.attention&keyboardAtButton != 0 {
		if c := widgets.CanvasOf(card.button); c != nil && c.Focused() == fyne.Focusable(card.button) {
			c.Unfocus()
		}
	}
	t.redraw()
}

// MoveTo implements widgets.Above: they are shown above a sheet from now on, or in the window again
// for nil.
func (t *Toasts) MoveTo(sheet *widgets.Overlay) {
	t.over = sheet
	t.redraw()
}

func (t *Toasts) redraw() {
	t.Refresh()
	if t.over != nil {
		t.over.Refresh()
	}
}

// attention is the set of the user's inputs at a toast, as bits.
type attention uint8

const (
	pointerAtWords attention = 1 << iota
	pointerAtButton
	keyboardAtButton
)

// toastCard is a toast that knows whether somebody is at it.
type toastCard struct {
	widget.BaseWidget

	box         *widgets.Box
	row         *fyne.Container // the words and the button
	button      *widgets.Button // nil for none
	attention   attention
	onAttention func()
}

// hold notes that something has come to the card or left it. What the button lies on is not told of
// the pointer over the button.
func (c *toastCard) hold(by attention, on bool) {
	before := c.attention
	if c.attention &^= by; on {
		c.attention |= by
	}
	if (before == 0) != (c.attention == 0) {
		c.onAttention()
	}
}

// MouseIn implements desktop.Hoverable.
func (c *toastCard) MouseIn(*desktop.MouseEvent) { c.hold(pointerAtWords, true) }

// MouseMoved implements desktop.Hoverable.
func (c *toastCard) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (c *toastCard) MouseOut() { c.hold(pointerAtWords, false) }

// CreateRenderer implements fyne.Widget.
func (c *toastCard) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.box) }

// CreateRenderer implements fyne.Widget.
func (t *Toasts) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{Place: t.placeInWindow, Paint: func() { canvas.Refresh(t) }, Objects: t.shown}.Of(t)
}

func (t *Toasts) placeInWindow(s fyne.Size) {
	if t.over == nil {
		t.Place(s)
	}
}

// Place implements widgets.Above: the card lies at the foot of the window, or of what lies over it.
func (t *Toasts) Place(s fyne.Size) {
	if t.card == nil {
		return
	}
	// Words that are wider than the window go on below, so that the button stays in it.
	t.row.most = max(s.Width-16-2*toastInset, 0)
	m := t.card.MinSize()
	above := float32(8)
	if t.Above != nil && t.over == nil {
		above += t.Above()
	}
	widgets.Place(t.card, (s.Width-m.Width)/2, s.Height-m.Height-above, m.Width, m.Height)
}

func (t *Toasts) shown() []fyne.CanvasObject {
	if t.over != nil {
		return nil
	}
	return t.Objects()
}

// Objects implements widgets.Above.
func (t *Toasts) Objects() []fyne.CanvasObject {
	if t.card == nil {
		return nil
	}
	return []fyne.CanvasObject{t.card}
}

const (
	toastInset = 12
	toastGap   = 12
)

// toastRow has the words of a toast, and behind them its button if there is one.
type toastRow struct {
	sentence string
	button   bool
	// most is its greatest width.
	most float32
}

// beside is the width of the button.
func (t *toastRow) beside(objects []fyne.CanvasObject) float32 {
	if !t.button {
		return 0
	}
	return objects[1].MinSize().Width + toastGap
}

// MinSize implements fyne.Layout.
func (t *toastRow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	beside := t.beside(objects)
	words := fyne.MeasureText(t.sentence, fynetheme.Size(fynetheme.SizeNameText), fyne.TextStyle{}).Width + 2
	if t.most > 0 {
		words = min(words, t.most-beside)
	}
	return fyne.NewSize(words+beside, max(widgets.HeightAt(objects[0], words), theme.RowHeight, objects[len(objects)-1].MinSize().Height))
}

// Layout implements fyne.Layout.
func (t *toastRow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	words := size.Width - t.beside(objects)
	height := widgets.HeightAt(objects[0], words)
	widgets.Place(objects[0], 0, (size.Height-height)/2, words, height)
	if t.button {
		widgets.Middle(objects[1], words+toastGap, objects[1].MinSize().Width, size.Height)
	}
}
