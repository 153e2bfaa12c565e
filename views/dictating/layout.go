package dictating

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// Sizes of the bar, in device-independent pixels.
const (
	low       = 34
	dotSize   = 10
	gap       = 10
	between   = 6 // gap between two buttons
	sideWidth = 64
	inset     = 6 // gap between the focus ring and the first object
)

// HeightFor returns the height of the bar at a width.
func (b *Bar) HeightFor(width float32) float32 {
	h := max(low, b.cancel.MinSize().Height)
	if b.look.title != "" {
		h = max(h, b.wordsHeight(b.room(width)))
	}
	return h
}

func (b *Bar) wordsHeight(room float32) float32 {
	b.title.Resize(fyne.NewSize(room, 1))
	h := b.title.MinSize().Height
	if b.look.small != "" {
		b.small.Resize(fyne.NewSize(room, 1))
		h += b.small.MinSize().Height
	}
	return h
}

// left returns the left edge of the text, or of a dictation's meter.
func (b *Bar) left() float32 {
	x := float32(inset)
	if b.look.dot {
		x += dotSize + gap
	}
	if b.look.clock {
		x += b.clockWidth() + gap
	}
	if b.look.meter && b.look.title != "" {
		x += sideWidth + gap
	}
	return x
}

// clockWidth returns a width for the clock that does not change with each second.
func (b *Bar) clockWidth() float32 {
	like := "0:00"
	if len(b.clock.Text) > len(like) {
		like = "00:00:00"[8-len(b.clock.Text):]
	}
	return fyne.MeasureText(like, b.clock.TextSize, b.clock.TextStyle).Width
}

// buttons returns the width of the buttons at the right, including the gap before them.
func (b *Bar) buttons() float32 {
	w := float32(0)
	if b.look.cancel != "" {
		w += b.cancel.MinSize().Width + gap
	}
	if b.look.main != "" {
		w += b.main.MinSize().Width + between
	}
	if b.shown.VoiceChat {
		w += b.enlarge.MinSize().Width + between
	}
	return w
}

func (b *Bar) room(width float32) float32 { return max(width-b.left()-b.buttons(), 60) }

// MinSize implements fyne.Widget.
func (b *Bar) MinSize() fyne.Size {
	b.ExtendBaseWidget(b)
	return fyne.NewSize(120, low)
}

// CreateRenderer implements fyne.Widget.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	r := &renderer{b: b, ring: canvas.NewRectangle(nil)}
	r.ring.CornerRadius = theme.RadiusControl
	r.ring.StrokeWidth = 2
	r.Refresh()
	return r
}

type renderer struct {
	b    *Bar
	ring *canvas.Rectangle
}

func (r *renderer) MinSize() fyne.Size { return r.b.MinSize() }

func (r *renderer) Layout(size fyne.Size) {
	b := r.b
	r.ring.Resize(size.Add(fyne.NewSize(8, 8)))
	r.ring.Move(fyne.NewPos(-4, -4))
	middle := func(o fyne.CanvasObject, x, width, height float32) {
		o.Resize(fyne.NewSize(max(width, 0), height))
		o.Move(fyne.NewPos(x, (size.Height-height)/2))
	}
	x := float32(inset)
	if b.look.dot {
		middle(b.dot, x, dotSize, dotSize)
		x += dotSize + gap
	}
	if b.look.clock {
		w := b.clockWidth()
		middle(b.clock, x, w, b.clock.MinSize().Height)
		x += w + gap
	}
	room := b.room(size.Width)
	if b.look.meter {
		w := room
		if b.look.title != "" {
			w = sideWidth
		}
		middle(b.meter, x, w, meterTall)
	}
	x = b.left()
	h := b.wordsHeight(room)
	y := (size.Height - h) / 2
	b.title.Resize(fyne.NewSize(room, b.title.MinSize().Height))
	b.title.Move(fyne.NewPos(x, y))
	b.small.Resize(fyne.NewSize(room, b.small.MinSize().Height))
	b.small.Move(fyne.NewPos(x, y+b.title.MinSize().Height))
	right := size.Width
	if b.look.main != "" {
		m := b.main.MinSize()
		right -= m.Width
		middle(b.main, right, m.Width, m.Height)
		right -= between
	}
	if b.look.cancel != "" {
		m := b.cancel.MinSize()
		right -= m.Width
		middle(b.cancel, right, m.Width, m.Height)
		right -= between
	}
	m := b.enlarge.MinSize()
	middle(b.enlarge, right-m.Width, m.Width, m.Height)
}

func (r *renderer) Refresh() {
	b := r.b
	widgets.SetVisible(b.dot, b.look.dot)
	widgets.SetVisible(b.clock, b.look.clock)
	widgets.SetVisible(b.meter, b.look.meter)
	widgets.SetVisible(b.title, b.look.title != "")
	widgets.SetVisible(b.small, b.look.small != "")
	widgets.SetVisible(b.main, b.look.main != "")
	widgets.SetVisible(b.cancel, b.look.cancel != "")
	widgets.SetVisible(b.enlarge, b.shown.VoiceChat)
	widgets.SetVisible(r.ring, b.focused && widgets.RingIsShown())
	ring := fynetheme.Color(theme.ColorAccent)
	r.ring.StrokeColor, r.ring.FillColor = ring, theme.TransparentFill(ring)
	b.dot.FillColor = fynetheme.Color(theme.ColorDanger)
	b.clock.Color = fynetheme.Color(fynetheme.ColorNameForeground)
	b.clock.TextSize = fynetheme.Size(fynetheme.SizeNameText)
	for _, o := range []fyne.CanvasObject{b.meter, b.title, b.small, b.main, b.cancel, b.enlarge} {
		o.Refresh()
	}
	r.Layout(b.Size())
	canvas.Refresh(b)
}

func (r *renderer) Objects() []fyne.CanvasObject {
	b := r.b
	return []fyne.CanvasObject{r.ring, b.dot, b.clock, b.meter, b.title, b.small, b.enlarge, b.cancel, b.main}
}

func (r *renderer) Destroy() {}
