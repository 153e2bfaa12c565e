package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Box is a rectangle in theme colours behind one object, with free space around it. It is what cards, badges and
// panels are made of.
type Box struct {
	widget.BaseWidget

	content      fyne.CanvasObject
	fill, border fyne.ThemeColorName
	radius       float32
	width        float32
	inset        [2]float32 // at the sides, above and below
}

// NewBox puts content on a ground with a border 1 wide; an empty name leaves ground or border away.
func NewBox(content fyne.CanvasObject, fill, border fyne.ThemeColorName, radius, sides, ends float32) *Box {
	b := &Box{content: content, fill: fill, border: border, radius: radius, width: 1, inset: [2]float32{sides, ends}}
	b.ExtendBaseWidget(b)
	return b
}

// SetColors changes ground and border.
func (b *Box) SetColors(fill, border fyne.ThemeColorName, width float32) {
	b.fill, b.border, b.width = fill, border, width
	b.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (b *Box) CreateRenderer() fyne.WidgetRenderer {
	r := &boxRenderer{b: b, ground: newGround(b.radius)}
	r.ground.paint(b.fill, b.border, b.width)
	return r
}

type boxRenderer struct {
	b      *Box
	ground ground
}

func (r *boxRenderer) MinSize() fyne.Size {
	return r.b.content.MinSize().Add(fyne.NewSize(2*r.b.inset[0], 2*r.b.inset[1]))
}

func (r *boxRenderer) Layout(s fyne.Size) {
	r.ground.Resize(s)
	r.b.content.Move(fyne.NewPos(r.b.inset[0], r.b.inset[1]))
	r.b.content.Resize(s.Subtract(fyne.NewSize(2*r.b.inset[0], 2*r.b.inset[1])))
}

func (r *boxRenderer) Refresh() {
	r.ground.paint(r.b.fill, r.b.border, r.b.width)
	r.b.content.Refresh()
	r.Layout(r.b.Size())
}

func (r *boxRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground.Rectangle, r.b.content}
}
func (r *boxRenderer) Destroy() {}
