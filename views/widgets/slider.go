package widgets

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/screenreader"
	"parlando/views/theme"
)

// Slider selects a number in a range, or no number: without a value it has no thumb, so that it
// does not look set. If the range includes 0, the filled part of the track starts at 0.
type Slider struct {
	pressable

	// OnChanged is called for each change by the user, not by Set.
	OnChanged func(value float64)

	low, high float64
	step      float64
	value     *float64
	// pointed is the x position of the pointer in device-independent pixels. A click sets the value
	// there.
	pointed float32
}

// NewSlider returns a slider without a value.
func NewSlider(name string, low, high, step float64) *Slider {
	s := &Slider{low: low, high: high, step: step}
	s.name = name
	s.ExtendBaseWidget(s)
	return s
}

// Set shows a value, nil for none.
func (s *Slider) Set(value *float64) {
	if value != nil {
		clamped := min(max(*value, s.low), s.high)
		value = &clamped
	}
	s.value = value
	s.Refresh()
}

func (s *Slider) choose(v float64) {
	v = min(max(math.Round(v/s.step)*s.step, s.low), s.high)
	v = math.Round(v*1000) / 1000
	if s.value != nil && *s.value == v {
		return
	}
	s.value = &v
	s.Refresh()
	CallWith(s.OnChanged, v)
}

const thumb = 16

func (s *Slider) at(x float32) {
	room := s.Size().Width - thumb
	if room <= 0 {
		return
	}
	s.choose(s.low + float64(min(max((x-thumb/2)/room, 0), 1))*(s.high-s.low))
}

// Tapped implements fyne.Tappable.
func (s *Slider) Tapped(e *fyne.PointEvent) {
	s.dropTooltip()
	s.at(e.Position.X)
}

// Dragged implements fyne.Draggable.
func (s *Slider) Dragged(e *fyne.DragEvent) {
	s.dropTooltip()
	s.at(e.Position.X)
}

// DragEnd implements fyne.Draggable.
func (s *Slider) DragEnd() {}

// MouseIn implements desktop.Hoverable.
func (s *Slider) MouseIn(e *desktop.MouseEvent) {
	s.pointed = e.Position.X
	s.pressable.MouseIn(e)
}

// MouseMoved implements desktop.Hoverable.
func (s *Slider) MouseMoved(e *desktop.MouseEvent) {
	s.pressable.MouseMoved(e)
	if s.pointed = e.Position.X; s.value == nil {
		s.Refresh()
	}
}

// TypedKey moves the value: by a step with the arrow keys, to an end with Home and End.
func (s *Slider) TypedKey(e *fyne.KeyEvent) {
	now := (s.low + s.high) / 2
	if s.value != nil {
		now = *s.value
	}
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyDown:
		s.choose(now - s.step)
	case fyne.KeyRight, fyne.KeyUp:
		s.choose(now + s.step)
	case fyne.KeyHome:
		s.choose(s.low)
	case fyne.KeyEnd:
		s.choose(s.high)
	default:
		KeyToWindow(s, e)
	}
}

// AccessibilityDescription implements screenreader.Describer.
func (s *Slider) AccessibilityDescription() string {
	return screenreader.DescribeNumber(s.name, s.value)
}

// AccessibilityRole implements fyne.Accessible.
func (s *Slider) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (s *Slider) CreateRenderer() fyne.WidgetRenderer {
	r := &sliderRenderer{s: s, track: NewThemedRectangle(2), fill: NewThemedRectangle(2), thumb: canvas.NewCircle(nil)}
	return Renderer{MinSize: r.least, Place: r.place, Paint: r.paint}.Of(s, r.track.Rectangle, r.fill.Rectangle, r.thumb)
}

type sliderRenderer struct {
	s           *Slider
	track, fill ThemedRectangle
	thumb       *canvas.Circle
}

// least returns the minimum size, whose height grows with the text size.
func (r *sliderRenderer) least() fyne.Size {
	return fyne.NewSize(80, 20+max(textSize()-theme.SizeText, 0)/2)
}

func (r *sliderRenderer) place(size fyne.Size) {
	y := (size.Height - 4) / 2
	Place(r.track, 0, y, size.Width, 4)
	share := func(v float64) float32 {
		return thumb/2 + float32((v-r.s.low)/(r.s.high-r.s.low))*(size.Width-thumb)
	}
	// Without a value, preview the thumb where a click would put it or where the keys would start.
	x := size.Width / 2
	if r.s.hovered {
		x = min(max(r.s.pointed, thumb/2), size.Width-thumb/2)
	}
	from, to := x, x
	if v := r.s.value; v != nil {
		x = share(*v)
		from, to = 0, x
		if r.s.low < 0 && r.s.high > 0 {
			from, to = min(share(0), x), max(share(0), x)
		}
	}
	Place(r.fill, from, y, to-from, 4)
	Place(r.thumb, x-thumb/2, (size.Height-thumb)/2, thumb, thumb)
}

func (r *sliderRenderer) paint() {
	s := r.s
	track := theme.ColorLine
	if s.value == nil {
		track = theme.ColorOutline // because without a value only the track is visible
	}
	r.track.Paint(track, "", 0)
	r.fill.Paint(theme.ColorAccent, "", 0)
	SetVisible(r.fill.Rectangle, s.value != nil)
	SetVisible(r.thumb, s.value != nil || s.focused || s.hovered)
	r.thumb.StrokeWidth = 2
	if s.value == nil {
		r.thumb.FillColor, r.thumb.StrokeColor = colorOf(theme.ColorSidebar), colorOf(theme.ColorMuted)
	} else {
		r.thumb.FillColor, r.thumb.StrokeColor = colorOf(theme.ColorAccent), colorOf(theme.ColorAccent)
	}
	if s.focused || s.hovered {
		r.thumb.StrokeColor = colorOf(fynetheme.ColorNameForeground)
	}
	r.thumb.Refresh()
}
