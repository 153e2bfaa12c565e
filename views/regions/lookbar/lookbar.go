// Package lookbar marks a backup on every page: a bar at the top of the window says that it can
// only be read and copied, and has the buttons to put chats back.
package lookbar

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// Calls are the actions of the bar.
type Calls struct {
	// OnPutBackChat puts back the open chat, OnPutBack asks which chats. OnLeave returns to the
	// user's own chats.
	OnPutBackChat, OnPutBack, OnLeave func()
}

// Bar is the bar. Use it only on the window's thread.
type Bar struct {
	// Root is the content with the bar above it.
	Root    *fyne.Container
	putBack *widgets.Button
}

// New returns a bar with a sentence above the content of the window.
func New(sentence string, content fyne.CanvasObject, calls Calls) *Bar {
	b := &Bar{putBack: widgets.NewButton(i18n.Text("Put back this chat"), widgets.Secondary, calls.OnPutBackChat).SetSmall()}
	b.putBack.Hide()
	said := widgets.NewText(sentence, theme.ColorCaution, fynetheme.SizeNameText, fyne.TextStyle{}).NoMargin()
	buttons := container.New(&widgets.Flow{Gap: gap}, b.putBack,
		widgets.NewButton(i18n.Text("Put back…"), widgets.Secondary, calls.OnPutBack).SetSmall(),
		widgets.NewButton(i18n.Text("Back to my chats"), widgets.Secondary, calls.OnLeave).SetSmall())
	ground := widgets.NewBox(container.New(&layout{}, said, buttons), theme.ColorCautionGround, "", 0, 24, 8)
	b.Root = container.New(above{}, ground, content)
	return b
}

// SetChat shows the button that puts back the open chat if a chat is open.
func (b *Bar) SetChat(open bool) {
	if b.putBack.Visible() != open {
		widgets.SetVisible(b.putBack, open)
		b.Root.Refresh()
	}
}

// gap is the space between the sentence and the buttons.
const gap = 8

// layout places the sentence and the buttons beside each other or, if there is no room, below each
// other.
type layout struct{ width float32 }

// Layout implements fyne.Layout.
func (l *layout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	l.place(objects, true)
}

// MinSize implements fyne.Layout. The height applies to the width of the last Layout.
func (l *layout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, l.place(objects, false))
}

// place returns the height, and places the objects if move is set.
func (l *layout) place(objects []fyne.CanvasObject, move bool) float32 {
	said, buttons := objects[0].(*widgets.Text), objects[1].(*fyne.Container)
	width := float32(-gap)
	for _, o := range buttons.Objects {
		if o.Visible() {
			width += gap + o.MinSize().Width
		}
	}
	left := l.width - width - 2*gap
	if beside := left >= fyne.MeasureText(said.Text(), fynetheme.TextSize(), fyne.TextStyle{}).Width; !beside {
		high := widgets.HeightAt(said, l.width)
		below := widgets.HeightAt(buttons, l.width)
		if move {
			widgets.Place(said, 0, 0, l.width, high)
			widgets.Place(buttons, 0, high+gap, l.width, below)
		}
		return high + gap + below
	}
	high, text := widgets.HeightAt(buttons, width), widgets.HeightAt(said, left)
	if move {
		widgets.Place(said, 0, (high-text)/2, left, text)
		widgets.Place(buttons, l.width-width, 0, width, high)
	}
	return high
}

// above places the first object above the second.
type above struct{}

// MinSize implements fyne.Layout.
func (above) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[1].MinSize() }

// Layout implements fyne.Layout.
func (above) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	height := widgets.HeightAt(objects[0], size.Width)
	widgets.Place(objects[0], 0, 0, size.Width, height)
	widgets.Place(objects[1], 0, height, size.Width, size.Height-height)
}
