package widgets

import (
	"fyne.io/fyne/v2"

	"parlando/views/screenreader"
	"parlando/views/theme"
)

// SwitchRing is the space around the track of a switch, for the focus ring, and between its edge
// and the thumb.
const SwitchRing = 3

// Switch turns the option beside it on or off.
type Switch struct{ toggle }

// NewSwitch returns a switch that is off. name is for screen readers; it is not drawn.
func NewSwitch(name string) *Switch {
	s := &Switch{}
	s.name, s.onTapped = name, s.flip
	s.ExtendBaseWidget(s)
	return s
}

// AccessibilityDescription implements screenreader.Describer.
func (s *Switch) AccessibilityDescription() string { return screenreader.DescribeSwitch(s.name, s.on) }

// CreateRenderer implements fyne.Widget.
func (s *Switch) CreateRenderer() fyne.WidgetRenderer {
	const ring = SwitchRing
	track, thumb, around := NewThemedRectangle(0), NewThemedRectangle(0), NewThemedRectangle(0)
	height := func() float32 { return theme.ScaledIconSize() + 4 }
	return Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(height()*1.7+2*ring, height()+2*ring) },
		Place: func(size fyne.Size) {
			h := height()
			w, top := h*1.7, (size.Height-h)/2
			left, side := size.Width-w-ring, h-2*ring
			around.CornerRadius, track.CornerRadius, thumb.CornerRadius = h/2+ring, h/2, side/2
			Place(around, left-ring, top-ring, w+2*ring, h+2*ring)
			Place(track, left, top, w, h)
			x := left + ring
			if s.on {
				x = left + w - side - ring
			}
			Place(thumb, x, top+ring, side, side)
		},
		Paint: func() {
			fill, knob, border := theme.ColorCard, theme.ColorMuted, theme.ColorOutline
			if s.hovered && !s.disabled {
				fill = theme.ColorHover
			}
			if s.on {
				fill, knob, border = theme.ColorAccent, theme.ColorOnAccent, theme.ColorAccent
			}
			if s.disabled {
				border, knob = theme.ColorLine, theme.ColorOutline
				if s.on {
					fill, knob = theme.ColorOutline, theme.ColorCard
				}
			}
			keyboard := fyne.ThemeColorName("")
			if s.ringed() {
				keyboard = theme.ColorAccent
			}
			around.Paint("", keyboard, 1.5)
			track.Paint(fill, border, 1)
			thumb.Paint(knob, "", 0)
		},
	}.Of(s, around.Rectangle, track.Rectangle, thumb.Rectangle)
}
