package widgets

import (
	"time"

	"fyne.io/fyne/v2"
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

	after func(time.Duration, func()) (stop func())
	stop  func()
	card  fyne.CanvasObject
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
	words := NewWords(sentence, fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{}).NoWrap()
	row := container.NewHBox(words)
	if action != nil {
		row.Add(NewButton(button, Secondary, func() {
			t.Clear()
			action()
		}))
	}
	t.card = NewBox(row, theme.ColorCard, theme.ColorFieldBorder, theme.RadiusCard, 12, 4)
	t.stop = t.after(toastTime, t.Clear)
	t.Refresh()
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
	m := r.t.card.MinSize()
	m.Width = min(m.Width, s.Width-16)
	r.t.card.Resize(m)
	r.t.card.Move(fyne.NewPos((s.Width-m.Width)/2, s.Height-m.Height-8))
}

func (r *toastsRenderer) Refresh() { r.Layout(r.t.Size()) }

func (r *toastsRenderer) Objects() []fyne.CanvasObject {
	if r.t.card == nil {
		return nil
	}
	return []fyne.CanvasObject{r.t.card}
}
func (r *toastsRenderer) Destroy() {}
