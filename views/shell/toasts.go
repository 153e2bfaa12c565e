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

// toastTime is the time for which a toast stays after the pointer and the focus have left it: long
// enough to read it and press Undo.
const toastTime = 10 * time.Second

// Toasts shows a sentence about the last action at the bottom of the window for a short time, with
// a button such as Undo. A new toast replaces the previous one. A toast stays while the pointer or
// the focus is on it. In Tab order, its text precedes its button.
type Toasts struct {
	widget.BaseWidget

	// OnSay receives the sentence of each toast; may be nil.
	OnSay func(sentence string)
	// Above returns the height of the bottom area that toasts must not cover; nil means 0.
	Above func() float32

	after func(time.Duration, func()) (stop func())
	stop  func() // stop cancels the timer of the card; nil for none
	card  *toastCard
	row   *toastRow
	said  string
	// over is the sheet above which toasts are shown, nil for the window.
	over *widgets.Overlay
	// stays disables the timer, for SayUntilClosed.
	stays bool
}

// NewToasts returns an empty area for toasts. after runs a function on the window's thread later.
func NewToasts(after func(time.Duration, func()) (stop func())) *Toasts {
	t := &Toasts{after: after}
	t.ExtendBaseWidget(t)
	return t
}

// Say shows a toast; action may be nil.
func (t *Toasts) Say(sentence, button string, action func()) {
	t.Clear()
	t.said, t.stays = sentence, false
	words := widgets.NewText(sentence, fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin()
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
	card.box = widgets.NewBox(row, theme.ColorCard, theme.ColorFrame, theme.RadiusCard, toastInset, 4)
	card.ExtendBaseWidget(card)
	t.card = card
	widgets.CallWith(t.OnSay, sentence)
	t.run(card)
	t.redraw()
}

// run restarts the timer of a card, or stops it while the user is on the card.
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

// SayUntilClosed shows a toast until its button is pressed or another toast replaces it.
func (t *Toasts) SayUntilClosed(sentence, button string, action func()) {
	t.Say(sentence, button, action)
	t.halt()
	t.stays = true
}

// ClearSaid removes the toast if it shows this sentence.
func (t *Toasts) ClearSaid(sentence string) {
	if t.said == sentence {
		t.Clear()
	}
}

// Clear removes the toast, and the focus from its button.
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

// MoveTo implements widgets.SheetCompanion: it shows the toasts above a sheet, or in the window for
// nil.
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

// attention is a bit set of the pointer and focus positions on a toast.
type attention uint8

const (
	pointerAtWords attention = 1 << iota
	pointerAtButton
	keyboardAtButton
)

// toastCard is a toast that tracks whether the user is on it.
type toastCard struct {
	widget.BaseWidget

	box         *widgets.Box
	row         *fyne.Container // text and button
	button      *widgets.Button // nil for none
	attention   attention
	onAttention func()
}

// hold records that the pointer or the focus has entered or left the text or the button. The button
// counts separately because the card gets MouseOut when the pointer moves onto it.
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

// Place implements widgets.SheetCompanion: the card is at the bottom of the window or of its sheet.
func (t *Toasts) Place(s fyne.Size) {
	if t.card == nil {
		return
	}
	// Text that is wider than the window wraps, so that the button stays visible.
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

// Objects implements widgets.SheetCompanion.
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

// toastRow lays out the text of a toast, followed by its button if there is one.
type toastRow struct {
	sentence string
	button   bool
	// most is the maximum width.
	most float32
}

// beside returns the width of the button and the gap before it, 0 without a button.
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
		widgets.CenterVertically(objects[1], words+toastGap, objects[1].MinSize().Width, size.Height)
	}
}
