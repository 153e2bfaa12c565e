package widgets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
)

// toastTime is how long a toast stays: long enough to read it and press Undo.
const toastTime = 7 * time.Second

// Toasts is a place at the foot of the window where a sentence about what was just done stands for a moment, with a button
// that takes it back. A new one replaces the last.
type Toasts struct {
	widget.BaseWidget

	// Above is how much of the foot stays free, where something stands that would be covered; nil is nothing.
	Above func() float32

	after func(time.Duration, func()) (stop func())
	stop  func()
	card  fyne.CanvasObject
	row   *toastRow
	said  string
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
	t.said = sentence
	words := NewWords(sentence, fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{}).Flush()
	t.row = &toastRow{sentence: sentence}
	row := container.New(t.row, words)
	if action != nil {
		row.Add(NewButton(button, Secondary, func() {
			t.Clear()
			action()
		}))
	}
	t.row.button = len(row.Objects) > 1
	t.card = NewBox(row, theme.ColorCard, theme.ColorFieldBorder, theme.RadiusCard, toastInset, 4)
	t.stop = t.after(toastTime, t.Clear)
	t.Refresh()
}

// Stay says a sentence that stands until its button is pressed or something else is said.
func (t *Toasts) Stay(sentence, button string, action func()) {
	t.Say(sentence, button, action)
	t.stop()
	t.stop = nil
}

// ClearSaid takes a sentence away if it is the one that stands there.
func (t *Toasts) ClearSaid(sentence string) {
	if t.said == sentence {
		t.Clear()
	}
}

// Clear takes the sentence away.
func (t *Toasts) Clear() {
	if t.stop != nil {
		t.stop()
		t.stop = nil
	}
	if t.card != nil {
		t.card = nil
		t.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (t *Toasts) CreateRenderer() fyne.WidgetRenderer { return &toastsRenderer{t} }

type toastsRenderer struct{ t *Toasts }

func (r *toastsRenderer) MinSize() fyne.Size { return fyne.Size{} }

func (r *toastsRenderer) Layout(s fyne.Size) {
	if r.t.card == nil {
		return
	}
	// Words that are wider than the window go on below, so that the button stays in it.
	r.t.row.most = max(s.Width-16-2*toastInset, 0)
	m := r.t.card.MinSize()
	above := float32(8)
	if r.t.Above != nil {
		above += r.t.Above()
	}
	Place(r.t.card, (s.Width-m.Width)/2, s.Height-m.Height-above, m.Width, m.Height)
}

const (
	toastInset = 12
	toastGap   = 12
)

// toastRow has the words of a toast, and behind them its button if there is one.
type toastRow struct {
	sentence string
	button   bool
	// most is how wide it may be.
	most float32
}

// beside is what the button takes.
func (t *toastRow) beside(objects []fyne.CanvasObject) float32 {
	if !t.button {
		return 0
	}
	return objects[1].MinSize().Width + toastGap
}

// MinSize implements fyne.Layout.
func (t *toastRow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	beside := t.beside(objects)
	words := fyne.MeasureText(t.sentence, textSize(), fyne.TextStyle{}).Width + 2
	if t.most > 0 {
		words = min(words, t.most-beside)
	}
	return fyne.NewSize(words+beside, max(HeightAt(objects[0], words), theme.RowHeight, objects[len(objects)-1].MinSize().Height))
}

// Layout implements fyne.Layout.
func (t *toastRow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	words := size.Width - t.beside(objects)
	height := HeightAt(objects[0], words)
	Place(objects[0], 0, (size.Height-height)/2, words, height)
	if t.button {
		Middle(objects[1], words+toastGap, objects[1].MinSize().Width, size.Height)
	}
}

func (r *toastsRenderer) Refresh() {
	r.Layout(r.t.Size())
	canvas.Refresh(r.t)
}

func (r *toastsRenderer) Objects() []fyne.CanvasObject {
	if r.t.card == nil {
		return nil
	}
	return []fyne.CanvasObject{r.t.card}
}
func (r *toastsRenderer) Destroy() {}
