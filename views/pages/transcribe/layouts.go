package transcribe

import (
	"fyne.io/fyne/v2"

	"parlando/views/widgets"
)

// cardWidth is the maximum width of a card centered on the right side, cardMargin the space beside
// and above the card.
const (
	cardWidth  = 560
	cardMargin = 22
)

// middle centers one object horizontally, with margins and a maximum width, most. above is the
// fraction of the free height that is above the object.
type middle struct{ most, above, width float32 }

// readable returns the layout of a card at the top, centered the layout of a narrower card near the
// middle of the height.
func readable() *middle { return &middle{most: cardWidth} }
func centered() *middle { return &middle{most: cardWidth - 80, above: 0.44} }

func (m *middle) inner() float32 { return max(min(m.most, m.width-2*cardMargin), 0) }

// MinSize implements fyne.Layout.
func (m *middle) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, widgets.HeightAt(objects[0], m.inner())+2*cardMargin)
}

// Layout implements fyne.Layout.
func (m *middle) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	m.width = size.Width
	w := m.inner()
	h := widgets.HeightAt(objects[0], w)
	widgets.Place(objects[0], (size.Width-w)/2, max((size.Height-h)*m.above, cardMargin), w, h)
}

// footLayout places the second object at the bottom and gives the first the remaining height.
type footLayout struct{}

// MinSize implements fyne.Layout.
func (footLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout implements fyne.Layout.
func (footLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	foot := widgets.HeightAt(objects[1], size.Width)
	widgets.Place(objects[0], 0, 0, size.Width, size.Height-foot)
	widgets.Place(objects[1], 0, size.Height-foot, size.Width, foot)
}

// sideLayout gives the second object its minimum width at the right, and the first the remaining
// width.
type sideLayout struct{ width float32 }

// MinSize implements fyne.Layout.
func (s *sideLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	h := objects[1].MinSize().Height
	if s.width > 0 {
		h = max(h, widgets.HeightAt(objects[0], s.width-objects[1].MinSize().Width-8))
	}
	return fyne.NewSize(0, h+6)
}

// Layout implements fyne.Layout.
func (s *sideLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	s.width = size.Width
	m := objects[1].MinSize()
	h := widgets.HeightAt(objects[0], size.Width-m.Width-8)
	widgets.Place(objects[0], 0, max((size.Height-h)/2, 3), size.Width-m.Width-8, h)
	widgets.Place(objects[1], size.Width-m.Width, max((size.Height-m.Height)/2, 0), m.Width, m.Height)
}
