package shell

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"parlando/views/i18n"
	"parlando/views/motion"
	"parlando/views/widgets"
)

// toastTime is the time for which a toast stays after the pointer and the focus have left it: long
// enough to read it and press Undo.
const toastTime = 10 * time.Second

// The space below the lowest toast, between two toasts, and the most a toast slides.
const (
	toastFoot  = 8
	toastGap   = 8
	toastSlide = 16
)

// mostToasts is the number of toasts that are shown at the same time.
const mostToasts = 2

// Toasts shows sentences about the last actions at the bottom of the window for a short time, with
// a button such as Undo. Two are shown at most, the newest at the bottom; a further one replaces
// the one without a button, or else the older one. A toast stays while the pointer or the focus is
// on it. In Tab order, its text precedes its button.
type Toasts struct {
	widget.BaseWidget

	// OnSay receives the sentence of each toast; may be nil.
	OnSay func(sentence string)
	// Above returns the height of the bottom area that toasts must not cover; nil means 0.
	Above func() float32

	after func(time.Duration, func()) (stop func())
	cards []*toastCard // the oldest first
	// over is the sheet above which toasts are shown, nil for the window.
	over   *widgets.Overlay
	motion motion.Motion
	// slid is the part of their way that the cards have slid.
	slid float32
}

// NewToasts returns an empty area for toasts. after runs a function on the window's thread later.
func NewToasts(after func(time.Duration, func()) (stop func())) *Toasts {
	t := &Toasts{after: after}
	t.ExtendBaseWidget(t)
	return t
}

// Say shows a toast; action may be nil. A toast without a button replaces one that says the same.
func (t *Toasts) Say(sentence, button string, action func()) { t.say(sentence, button, action, false) }

// SaySilently shows a toast without a button that OnSay does not receive.
func (t *Toasts) SaySilently(sentence string) { t.show(sentence, "", nil, false) }

// SayUntilClosed shows a toast until its button is pressed or other toasts replace it.
func (t *Toasts) SayUntilClosed(sentence, button string, action func()) {
	t.say(sentence, button, action, true)
}

func (t *Toasts) say(sentence, button string, action func(), stays bool) {
	t.show(sentence, button, action, stays)
	widgets.CallWith(t.OnSay, sentence)
}

func (t *Toasts) show(sentence, button string, action func(), stays bool) {
	if action == nil {
		t.remove(func(c *toastCard) bool { return c.sentence == sentence && c.button == nil })
	}
	if len(t.cards) == mostToasts {
		out := max(slices.IndexFunc(t.cards, func(c *toastCard) bool { return c.button == nil }), 0)
		t.remove(func(c *toastCard) bool { return c == t.cards[out] })
	}
	card := newToastCard(sentence)
	card.stays = stays
	card.onAttention = func() { t.run(card) }
	if action != nil {
		card.addButton(button, func() {
			t.remove(func(c *toastCard) bool { return c == card })
			t.redraw()
			action()
		})
	}
	for _, c := range t.cards {
		c.from = min(card.MinSize().Height+toastGap, toastSlide)
	}
	card.from = toastSlide
	t.cards = append(t.cards, card)
	t.run(card)
	t.slid = 0
	t.redraw()
	t.motion.Run(func(part float32) {
		t.slid = part
		t.moved()
	})
}

// Undo presses the newest button that is named Undo, and reports whether there is one.
func (t *Toasts) Undo() bool {
	for _, c := range slices.Backward(t.cards) {
		if c.button != nil && c.button.AccessibilityLabel() == i18n.Text("Undo") {
			c.button.Tapped(nil)
			return true
		}
	}
	return false
}

// run restarts the timer of a card, or stops it while the user is on the card.
func (t *Toasts) run(card *toastCard) {
	if card.stays || !slices.Contains(t.cards, card) {
		return
	}
	card.halt()
	if card.attention == 0 {
		card.stop = t.after(toastTime, func() {
			if card.attention == 0 {
				t.remove(func(c *toastCard) bool { return c == card })
				t.redraw()
			}
		})
	}
}

// ClearSaid removes the toasts that show this sentence.
func (t *Toasts) ClearSaid(sentence string) {
	t.remove(func(c *toastCard) bool { return c.sentence == sentence })
	t.redraw()
}

// Clear removes the toasts.
func (t *Toasts) Clear() {
	t.remove(func(*toastCard) bool { return true })
	t.redraw()
}

// remove removes cards, and the focus from their buttons.
func (t *Toasts) remove(which func(*toastCard) bool) {
	var gone []*toastCard
	for _, c := range t.cards {
		if which(c) {
			gone = append(gone, c)
		}
	}
	t.cards = slices.DeleteFunc(t.cards, func(c *toastCard) bool { return slices.Contains(gone, c) })
	for _, c := range gone {
		c.halt()
		c.unfocus()
	}
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

// moved positions the cards while they slide.
func (t *Toasts) moved() {
	if t.over != nil {
		t.Place(t.over.Size())
	} else {
		t.Place(t.Size())
	}
}

// CreateRenderer implements fyne.Widget.
func (t *Toasts) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{Place: t.placeInWindow, Paint: func() { canvas.Refresh(t) }, RefreshesChildren: true, Objects: t.shown}.Of(t)
}

func (t *Toasts) placeInWindow(s fyne.Size) {
	if t.over == nil {
		t.Place(s)
	}
}

// Place implements widgets.SheetCompanion: the cards are at the bottom of the window or of its
// sheet.
func (t *Toasts) Place(s fyne.Size) {
	y := s.Height - toastFoot
	if t.Above != nil && t.over == nil {
		y -= t.Above()
	}
	for _, card := range slices.Backward(t.cards) {
		// Text that is wider than the window wraps, so that the button stays visible.
		card.most = max(s.Width-16, 0)
		m := card.MinSize()
		y -= m.Height
		widgets.Place(card, (s.Width-m.Width)/2, y+motion.Rest(card.from, t.slid), m.Width, m.Height)
		y -= toastGap
	}
}

func (t *Toasts) shown() []fyne.CanvasObject {
	if t.over != nil {
		return nil
	}
	return t.Objects()
}

// Objects implements widgets.SheetCompanion.
func (t *Toasts) Objects() []fyne.CanvasObject {
	var objects []fyne.CanvasObject
	for _, c := range t.cards {
		objects = append(objects, c)
	}
	return objects
}
