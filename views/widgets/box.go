package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Box is a rectangle in theme colors behind one object, with padding around it, for cards, badges
// and panels.
type Box struct {
	widget.BaseWidget

	content      fyne.CanvasObject
	fill, border fyne.ThemeColorName
	radius       float32
	width        float32
	floats       bool
	inset        [2]float32 // horizontal and vertical padding
}

// NewBox puts content on a background with a border 1 wide; an empty name omits the background or
// the border. sides and ends are the horizontal and the vertical padding.
func NewBox(content fyne.CanvasObject, fill, border fyne.ThemeColorName, radius, sides, ends float32) *Box {
	b := &Box{content: content, fill: fill, border: border, radius: radius, width: 1, inset: [2]float32{sides, ends}}
	b.ExtendBaseWidget(b)
	return b
}

// Float gives the box the soft shadow of what floats over the window.
func (b *Box) Float() *Box { b.floats = true; return b }

// SetColors changes the background and the border.
func (b *Box) SetColors(fill, border fyne.ThemeColorName, width float32) {
	b.fill, b.border, b.width = fill, border, width
	b.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (b *Box) CreateRenderer() fyne.WidgetRenderer {
	ground := NewThemedRectangle(b.radius)
	return Renderer{
		MinSize: func() fyne.Size { return b.content.MinSize().Add(fyne.NewSize(2*b.inset[0], 2*b.inset[1])) },
		Place: func(s fyne.Size) {
			ground.Resize(s)
			b.content.Move(fyne.NewPos(b.inset[0], b.inset[1]))
			b.content.Resize(s.Subtract(fyne.NewSize(2*b.inset[0], 2*b.inset[1])))
		},
		Paint: func() {
			if b.floats {
				ground.Shadow = Shadow()
			}
			ground.Paint(b.fill, b.border, b.width)
		},
		RefreshesChildren: true,
	}.Of(b, ground.Rectangle, b.content)
}
