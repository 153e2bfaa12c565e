package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
	"parlando/views/widgets"
)

const (
	// toastHeight is the minimum height of a toast, toastEdge the space around its button.
	toastHeight = 38
	toastEdge   = 2
	// toastInset is the space beside the text.
	toastInset = 18
)

// attention is a bit set of the pointer and focus positions on a toast.
type attention uint8

const (
	pointerAtWords attention = 1 << iota
	pointerAtButton
	keyboardAtButton
)

// toastCard is a toast: a pill with a sentence and a button. It tracks whether the user is on it.
type toastCard struct {
	widget.BaseWidget

	sentence string
	words    *widgets.Text
	button   *widgets.Button // nil for none
	// most is the maximum width, from how far below its place the card slides in.
	most, from  float32
	attention   attention
	onAttention func()
	// stays disables the timer; stop cancels it, nil for none.
	stays bool
	stop  func()
}

func newToastCard(sentence string) *toastCard {
	c := &toastCard{sentence: sentence, words: widgets.NewText(sentence, theme.ColorOnToast, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin()}
	c.ExtendBaseWidget(c)
	return c
}

// addButton adds a button; call it before the card is shown.
func (c *toastCard) addButton(label string, action func()) {
	c.button = widgets.NewButton(label, widgets.OnToast, action)
	c.button.SetOnHover(func(at bool) { c.hold(pointerAtButton, at) })
	c.button.SetOnFocus(func(at bool) { c.hold(keyboardAtButton, at) })
}

// halt stops the timer.
func (c *toastCard) halt() {
	if c.stop != nil {
		c.stop()
		c.stop = nil
	}
}

// unfocus takes the focus from the button.
func (c *toastCard) unfocus() {
	if c.attention&keyboardAtButton == 0 {
		return
	}
	if on := widgets.CanvasOf(c.button); on != nil && on.Focused() == fyne.Focusable(c.button) {
		on.Unfocus()
	}
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

// beside returns the width of everything beside the text.
func (c *toastCard) beside() float32 {
	if c.button == nil {
		return 2 * toastInset
	}
	return toastInset + c.button.MinSize().Width + toastEdge*3
}

// MinSize implements fyne.Widget: one line unless the text is wider than the window.
func (c *toastCard) MinSize() fyne.Size {
	words := fyne.MeasureText(c.sentence, fynetheme.Size(fynetheme.SizeNameText), fyne.TextStyle{}).Width + 2
	if c.most > 0 {
		words = min(words, c.most-c.beside())
	}
	height := max(widgets.HeightAt(c.words, words)+16, toastHeight)
	if c.button != nil {
		height = max(height, c.button.MinSize().Height+2*toastEdge)
	}
	return fyne.NewSize(words+c.beside(), height)
}

// CreateRenderer implements fyne.Widget.
func (c *toastCard) CreateRenderer() fyne.WidgetRenderer {
	ground := widgets.NewThemedRectangle(toastHeight / 2)
	objects := []fyne.CanvasObject{ground.Rectangle, c.words}
	if c.button != nil {
		objects = append(objects, c.button)
	}
	return widgets.Renderer{
		Place: func(s fyne.Size) {
			line := fyne.MeasureText("M", fynetheme.Size(fynetheme.SizeNameText), fyne.TextStyle{}).Height
			// also around several lines
			ground.CornerRadius = min(s.Height, max(line+16, toastHeight)) / 2
			ground.Resize(s)
			width := s.Width - c.beside()
			high := widgets.HeightAt(c.words, width)
			widgets.Place(c.words, toastInset, (s.Height-high)/2, width, high)
			if c.button != nil {
				m := c.button.MinSize()
				widgets.CenterVertically(c.button, s.Width-m.Width-toastEdge*2, m.Width, s.Height)
			}
		},
		Paint: func() {
			ground.Shadow = widgets.Shadow()
			ground.Paint(theme.ColorToast, "", 0)
		},
		RefreshesChildren: true,
	}.Of(c, objects...)
}
