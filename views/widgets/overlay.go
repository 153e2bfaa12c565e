package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
	fynetooltip "github.com/dweymouth/fyne-tooltip"

	"parlando/views/motion"
	"parlando/views/theme"
)

// Overlay is a card over the window, such as a menu, a picker or a question. A click beside the
// card dismisses it.
type Overlay struct {
	widget.BaseWidget

	// OnHide is called once when the overlay is hidden, for any reason.
	OnHide func()
	// OnEscape is called before Dismiss hides the overlay. It returns true if it closed a layer or
	// ended something instead. It may be nil.
	OnEscape func() bool

	card   *Box
	canvas fyne.Canvas
	// name is the name of a menu, "" for none.
	name   string
	shade  bool
	sticky bool
	// place returns the position and the size of the card. card is the card's minimum size.
	place func(window, card fyne.Size) (fyne.Position, fyne.Size)
	shown bool
	hint  hint
	// The card slides to at from way below it; slid is the part of the way that is done.
	motion    motion.Motion
	at        fyne.Position
	way, slid float32
	scrim     *canvas.Rectangle
	// sheet is the content if it consists of steps, else nil; above is shown above the overlay.
	sheet *sheet
	above SheetCompanion
}

// ShowOverlay shows content in a card, positioned by place. shade darkens the window behind it.
func ShowOverlay(c fyne.Canvas, content fyne.CanvasObject, shade bool, place func(window, card fyne.Size) (fyne.Position, fyne.Size)) *Overlay {
	o := &Overlay{canvas: c, shade: shade, place: place, shown: true, scrim: canvas.NewRectangle(color.Transparent)}
	o.hint.overlay = o
	radius, inset := float32(theme.RadiusCard), float32(6)
	o.way = -menuWay
	if shade {
		radius, inset = theme.RadiusSheet, SheetMargin
		o.way = sheetWay
	}
	o.card = NewBox(content, theme.ColorCard, theme.ColorFrame, radius, inset, inset).Float()
	o.ExtendBaseWidget(o)
	releaseShift(c)
	endTooltip(c)
	c.Overlays().Add(o)
	o.Resize(c.Size())
	o.motion.Run(o.slide)
	return o
}

// menuWay and sheetWay are the ways that menus and sheets slide, short enough that a click at what
// was there a moment ago hits it.
const (
	menuWay  = 8
	sheetWay = 16
)

// slide shows the card on its way, and the scrim as dark as that part of it.
func (o *Overlay) slide(part float32) {
	o.slid = part
	o.card.Move(o.at.AddXY(0, motion.Rest(o.way, part)))
	o.paintScrim()
}

// releaseShift reports Shift as released to the focused object. If a key with Shift opens an
// overlay, the overlay receives the release, and Fyne sends the object no FocusLost: a text would
// then treat Shift as pressed from then on, and select while the user types.
func releaseShift(c fyne.Canvas) {
	if k, ok := c.Focused().(desktop.Keyable); ok {
		k.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
		k.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftRight})
	}
}

// shadeBelow reports whether an overlay below o darkens the window.
func (o *Overlay) shadeBelow() bool {
	for _, other := range o.canvas.Overlays().List() {
		if below, ok := other.(*Overlay); ok && below.shade {
			return below != o
		}
	}
	return false
}

// SetSticky sets whether a click beside the card does nothing, for cards where clicks easily miss,
// such as choosing a part of a picture. Forms do not need it, because they save what is typed.
func (o *Overlay) SetSticky(sticky bool) { o.sticky = sticky }

// SetName sets what a menu is for, such as the label of the button that opened it. It does nothing
// if there is no menu.
func (o *Overlay) SetName(name string) {
	if o != nil {
		o.name = name
	}
}

// Name returns what a menu is for, "" if that is not known.
func (o *Overlay) Name() string { return o.name }

// Dismiss closes the top layer of the overlay: the layer that OnEscape closes, or else the overlay.
// Escape, a click beside the card, the close button and the back button of a sheet call it.
func (o *Overlay) Dismiss() {
	if o.OnEscape == nil || !o.OnEscape() {
		o.Hide()
	}
}

// Hide hides the overlay with all its layers.
func (o *Overlay) Hide() {
	if !o.shown {
		return
	}
	o.shown = false
	o.motion.Stop()
	o.hint.hide()
	o.keepName()
	o.canvas.Overlays().Remove(o)
	CallIfSet(o.OnHide)
}

// keepName sends FocusLost to a focused name field of the card, or to any focused field of a sheet,
// so that its text is kept. Fyne sends no FocusLost when an overlay disappears.
func (o *Overlay) keepName() {
	if o.canvas.Overlays().Top() != fyne.CanvasObject(o) {
		return
	}
	if f, ok := o.canvas.Focused().(*Field); ok && (f.names || o.sheet != nil) {
		f.FocusLost()
	}
}

// Relayout positions the card again after the size of its content has changed.
func (o *Overlay) Relayout() { o.Refresh() }

// Tapped dismisses the overlay if the tap is beside the card.
func (o *Overlay) Tapped(e *fyne.PointEvent) {
	PointerPressed()
	at, size := o.card.Position(), o.card.Size()
	inside := e.Position.X >= at.X && e.Position.Y >= at.Y && e.Position.X < at.X+size.Width && e.Position.Y < at.Y+size.Height
	if !inside && !o.sticky {
		o.Dismiss()
	}
}

// Scrolled discards wheel events, so that the window behind does not scroll.
func (o *Overlay) Scrolled(*fyne.ScrollEvent) {}

// CreateRenderer implements fyne.Widget.
func (o *Overlay) CreateRenderer() fyne.WidgetRenderer {
	return Renderer{
		Place: func(s fyne.Size) {
			o.scrim.Resize(s)
			_, size := o.place(s, o.card.MinSize())
			o.card.Resize(size)
			// Place the card again: wrapped text knows its height only once it has a width.
			at, size := o.place(s, o.card.MinSize())
			o.at = at
			Place(o.card, at.X, at.Y+motion.Rest(o.way, o.slid), size.Width, size.Height)
			if o.above != nil {
				o.above.Place(s)
			}
		},
		Paint:             o.paintScrim,
		RefreshesChildren: true,
		Objects: func() []fyne.CanvasObject {
			objects := []fyne.CanvasObject{o.scrim, o.card}
			if o.above != nil {
				objects = append(objects, o.above.Objects()...)
			}
			if o.hint.card != nil {
				objects = append(objects, o.hint.card)
			}
			return objects
		},
	}.Of(o)
}

// paintScrim colors the scrim, if the overlay has one: lighter if the overlay below darkens the
// window already.
func (o *Overlay) paintScrim() {
	switch {
	case o.shade && o.shadeBelow():
		PaintScrim(o.scrim, o.slid/2)
	case o.shade:
		PaintScrim(o.scrim, o.slid)
	}
}

// PaintScrim colors a rectangle that dims the window behind a sheet, from 0 for no dimming to 1.
func PaintScrim(scrim *canvas.Rectangle, part float32) {
	fill, _ := color.NRGBAModel.Convert(fynetheme.Color(theme.ColorScrim)).(color.NRGBA)
	fill.A = uint8(float32(fill.A) * part)
	scrim.FillColor = fill
	canvas.Refresh(scrim)
}

// WithTooltips adds the layer for tooltips over the content of a window.
func WithTooltips(content fyne.CanvasObject, c fyne.Canvas) fyne.CanvasObject {
	return fynetooltip.AddWindowToolTipLayer(content, c)
}

// Centered places a card in the center, at most width wide.
func Centered(width float32) func(window, card fyne.Size) (fyne.Position, fyne.Size) {
	return pagePlace(width, 0)
}

// Below places a card under an area of the window. If there is no room it is placed above, and if
// there is none either, beside a button of that height: a double click on the button must not
// choose from the menu that the first click has opened.
func Below(anchor fyne.Position, height, width float32) func(window, card fyne.Size) (fyne.Position, fyne.Size) {
	return func(window, card fyne.Size) (fyne.Position, fyne.Size) {
		size := fyne.NewSize(max(width, card.Width), card.Height)
		x := max(8, min(anchor.X, window.Width-size.Width-8))
		y := anchor.Y + height + 4
		if y+size.Height > window.Height-8 {
			if above := anchor.Y - size.Height - 4; above >= 8 {
				y = above
			} else {
				y = max(8, window.Height-size.Height-8)
				size.Height = min(size.Height, window.Height-16)
				before, after := anchor.X-size.Width-4, anchor.X+height+4
				switch {
				case height == 0: // a place, not a button
				case before >= 8:
					x = before
				case after+size.Width <= window.Width-8:
					x = after
				}
			}
		}
		return fyne.NewPos(x, y), size
	}
}
