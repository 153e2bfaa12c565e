package widgets

import (
	"math"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/screenreader"
	"parlando/views/theme"
)

// Slider selects a number in a range, or no number: without a value its thumb is hollow and stands
// at the default. If the range includes 0, the filled part of the track starts at 0.
type Slider struct {
	pressable

	// OnChanged is called for each change by the user, not by Set.
	OnChanged func(value float64)

	low, high float64
	step      float64
	// stops are the selectable numbers, at equal distances; nil for those at multiples of step.
	stops []float64
	value *float64
	// unset is the default, which applies without a value; nil if it is not known.
	unset *float64
}

// NewSlider returns a slider without a value.
func NewSlider(name string, low, high, step float64) *Slider {
	s := &Slider{low: low, high: high, step: step}
	s.name = name
	s.ExtendBaseWidget(s)
	return s
}

// SetDefault sets what applies without a value. If it is never set, the thumb then stands in the
// middle.
func (s *Slider) SetDefault(value float64) *Slider {
	s.unset = &value
	return s
}

// SetStops makes these numbers, in ascending order, the selectable ones.
func (s *Slider) SetStops(stops []float64) *Slider {
	s.stops = stops
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

// share returns the place of a number on the track, from 0 to 1.
func (s *Slider) share(v float64) float64 {
	if s.stops == nil {
		return (v - s.low) / (s.high - s.low)
	}
	last := len(s.stops) - 1
	i := min(max(sort.SearchFloat64s(s.stops, v), 1), last)
	from, to := s.stops[i-1], s.stops[i]
	return min(max((float64(i-1)+(v-from)/(to-from))/float64(last), 0), 1)
}

// chooseAt selects the number at a place on the track, from 0 to 1.
func (s *Slider) chooseAt(share float64) {
	if s.stops != nil {
		s.choose(s.stops[int(math.Round(share*float64(len(s.stops)-1)))])
		return
	}
	s.choose(math.Round((s.low+share*(s.high-s.low))/s.step) * s.step)
}

// next selects the next larger number, or the next smaller one if up is false.
func (s *Slider) next(up bool) {
	now, by := s.now(), s.step
	if !up {
		by = -by
	}
	if s.stops != nil {
		i := sort.SearchFloat64s(s.stops, now)
		switch {
		case !up:
			i--
		case i < len(s.stops) && s.stops[i] == now:
			i++
		}
		s.choose(s.stops[min(max(i, 0), len(s.stops)-1)])
		return
	}
	s.choose(math.Round((now+by)/s.step) * s.step)
}

// now returns the value, or without one the number at which the thumb stands.
func (s *Slider) now() float64 {
	switch {
	case s.value != nil:
		return *s.value
	case s.unset != nil:
		return *s.unset
	case s.stops != nil:
		return s.stops[len(s.stops)/2]
	}
	return (s.low + s.high) / 2
}

func (s *Slider) choose(v float64) {
	v = math.Round(min(max(v, s.low), s.high)*1000) / 1000
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
	s.chooseAt(float64(min(max((x-thumb/2)/room, 0), 1)))
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

// TypedKey moves the value: by a step with the arrow keys, to an end with Home and End.
func (s *Slider) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyDown:
		s.next(false)
	case fyne.KeyRight, fyne.KeyUp:
		s.next(true)
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
	at := func(share float64) float32 { return thumb/2 + float32(share)*(size.Width-thumb) }
	x := at(0.5)
	if r.s.value != nil || r.s.unset != nil {
		x = at(r.s.share(r.s.now()))
	}
	from, to := float32(0), x
	if r.s.low < 0 && r.s.high > 0 {
		zero := at(r.s.share(0))
		from, to = min(zero, x), max(zero, x)
	}
	Place(r.fill, from, y, to-from, 4)
	Place(r.thumb, x-thumb/2, (size.Height-thumb)/2, thumb, thumb)
}

func (r *sliderRenderer) paint() {
	s := r.s
	r.track.Paint(theme.ColorOutline, "", 0)
	r.fill.Paint(theme.ColorAccent, "", 0)
	SetVisible(r.fill.Rectangle, s.value != nil)
	fill, stroke := fynetheme.ColorNameBackground, theme.ColorOutline
	if s.value != nil {
		fill, stroke = theme.ColorAccent, theme.ColorAccent
	}
	if s.ringed() || s.hovered {
		stroke = fynetheme.ColorNameForeground
	}
	r.thumb.FillColor, r.thumb.StrokeColor, r.thumb.StrokeWidth = colorOf(fill), colorOf(stroke), 2
	r.thumb.Refresh()
}
