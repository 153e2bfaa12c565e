package widgets

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/format"
	"parlando/views/screenreader"
	"parlando/views/theme"
)

// SegmentedControl shows a few options side by side, one of them chosen. Where they have no room
// side by side, they are below each other. It is a single Tab stop; the arrow keys choose.
type SegmentedControl struct {
	widget.BaseWidget
	KeyRecorder

	// OnChosen is called with each option that the user chooses, not by Set.
	OnChosen func(option int)

	what     string
	segments []*segment
	at       int // the chosen option, -1 for none
	focused  bool
}

// segmentInset is the space between the edge of the control and its options.
const segmentInset = 3

// NewSegmentedControl returns a control without options. what is its name for screen readers.
func NewSegmentedControl(what string) *SegmentedControl {
	c := &SegmentedControl{what: what, at: -1}
	c.ExtendBaseWidget(c)
	return c
}

// Set shows options, one of them chosen; -1 for none. It makes no callback.
func (c *SegmentedControl) Set(options []string, chosen int) {
	if chosen >= len(options) {
		chosen = -1
	}
	if !slices.EqualFunc(c.segments, options, func(s *segment, option string) bool { return s.name == option }) {
		c.segments = make([]*segment, len(options))
		for i, option := range options {
			c.segments[i] = newSegment(option, func() { c.choose(i) })
		}
		c.at = -1
		c.Refresh()
	}
	if chosen == c.at {
		return
	}
	c.focusSegment(false)
	c.at = chosen
	for i, s := range c.segments {
		s.SetChosen(i == chosen)
	}
	c.focusSegment(c.focused)
}

// focusSegment moves the keyboard's ring to the chosen option, the first one if none is chosen.
func (c *SegmentedControl) focusSegment(focused bool) {
	if len(c.segments) > 0 && c.segments[max(c.at, 0)].focused != focused {
		c.segments[max(c.at, 0)].focus(focused)
	}
}

func (c *SegmentedControl) choose(option int) {
	if option == c.at || option < 0 || option >= len(c.segments) {
		return
	}
	c.Set(c.options(), option)
	CallWith(c.OnChosen, option)
}

func (c *SegmentedControl) options() []string {
	all := make([]string, len(c.segments))
	for i, s := range c.segments {
		all[i] = s.name
	}
	return all
}

// FocusGained implements fyne.Focusable.
func (c *SegmentedControl) FocusGained() { c.focused = true; c.focusSegment(true) }

// FocusLost implements fyne.Focusable.
func (c *SegmentedControl) FocusLost() { c.focused = false; c.focusSegment(false) }

// TypedRune implements fyne.Focusable.
func (c *SegmentedControl) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (c *SegmentedControl) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyRight, fyne.KeyDown:
		c.choose(c.at + 1)
	case fyne.KeyLeft, fyne.KeyUp:
		c.choose(c.at - 1)
	case fyne.KeyHome:
		c.choose(0)
	case fyne.KeyEnd:
		c.choose(len(c.segments) - 1)
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		if c.at < 0 {
			AfterKey(e, func() { c.choose(0) })
		}
	default:
		KeyToWindow(c, e)
	}
}

// AccessibilityDescription implements screenreader.Describer.
func (c *SegmentedControl) AccessibilityDescription() string {
	return screenreader.DescribeList(c.what, c.chosenName())
}

// AccessibilityLabel implements fyne.Accessible.
func (c *SegmentedControl) AccessibilityLabel() string { return format.Named(c.what, c.chosenName()) }

// AccessibilityRole implements fyne.Accessible.
func (c *SegmentedControl) AccessibilityRole() fyne.AccessibleRole {
	return fyne.AccessibleRoleContainer
}

func (c *SegmentedControl) chosenName() string {
	if c.at < 0 {
		return ""
	}
	return c.segments[c.at].name
}

// PreferredWidth returns the width at which all options are side by side.
func (c *SegmentedControl) PreferredWidth() float32 {
	width := float32(2 * segmentInset)
	for _, s := range c.segments {
		width += s.MinSize().Width
	}
	return width
}

// CreateRenderer implements fyne.Widget.
func (c *SegmentedControl) CreateRenderer() fyne.WidgetRenderer {
	ground := NewThemedRectangle(theme.RadiusControl)
	return Renderer{
		MinSize: func() fyne.Size { return c.place(false) },
		Place: func(size fyne.Size) {
			ground.Resize(size)
			c.place(true)
		},
		Paint:             func() { ground.Paint(theme.ColorTint, theme.ColorEdge, 1) },
		RefreshesChildren: true,
		Objects: func() []fyne.CanvasObject {
			all := []fyne.CanvasObject{ground.Rectangle}
			for _, s := range c.segments {
				all = append(all, s)
			}
			return all
		},
	}.Of(c)
}

// place returns the minimum size at the current width, and places the options if move is set. Side
// by side, they share the width that is left.
func (c *SegmentedControl) place(move bool) fyne.Size {
	width, preferred := c.Size().Width, c.PreferredWidth()
	stacked := width > 0 && width < preferred-0.5
	var spare float32
	if width > preferred && len(c.segments) > 0 {
		spare = (width - preferred) / float32(len(c.segments))
	}
	x, y, size := float32(segmentInset), float32(segmentInset), fyne.Size{}
	for _, s := range c.segments {
		m := s.MinSize()
		if stacked {
			size = fyne.NewSize(max(size.Width, m.Width+2*segmentInset), y+m.Height+segmentInset)
			m.Width = width - 2*segmentInset
		} else {
			m.Width += spare
			size = fyne.NewSize(preferred, max(size.Height, m.Height+2*segmentInset))
		}
		if move {
			Place(s, x, y, m.Width, m.Height)
		}
		if stacked {
			y += m.Height
		} else {
			x += m.Width
		}
	}
	return size
}

// segment is one option of a SegmentedControl. Tab skips it, because the control is the Tab stop.
type segment struct{ pressable }

func newSegment(name string, onTapped func()) *segment {
	s := &segment{}
	s.name, s.onTapped = name, onTapped
	s.ExtendBaseWidget(s)
	return s
}

// Disabled implements fyne.Disableable.
func (s *segment) Disabled() bool { return true }

// Enable implements fyne.Disableable.
func (s *segment) Enable() {}

// Disable implements fyne.Disableable.
func (s *segment) Disable() {}

// CreateRenderer implements fyne.Widget.
func (s *segment) CreateRenderer() fyne.WidgetRenderer {
	const inset = 12 // at both sides of the name
	ground, words := NewThemedRectangle(theme.RadiusControl-segmentInset), newText(s.name, textSize())
	return Renderer{
		MinSize: func() fyne.Size {
			m := measure(s.name, words)
			return fyne.NewSize(m.Width+2*inset, max(theme.RowHeight-2*segmentInset, m.Height+8)+theme.ExtraTargetSize())
		},
		Place: func(size fyne.Size) {
			ground.Resize(size)
			FitText(words, s.name, size.Width-2*inset)
			wide := measure(words.Text, words).Width
			CenterVertically(words, (size.Width-wide)/2, wide, size.Height)
		},
		Paint: func() {
			fill, border, width := fyne.ThemeColorName(""), fyne.ThemeColorName(""), float32(1)
			ground.Shadow = canvas.Shadow{}
			switch {
			case s.chosen:
				fill, border = theme.ColorRaised, theme.ColorFrame
				ground.Shadow = canvas.Shadow{Color: colorOf(theme.ColorShadow), BlurRadius: 3, Offset: fyne.NewPos(0, 1)}
			case s.hovered:
				fill = theme.ColorHover
			}
			if s.focused {
				border, width = theme.ColorAccent, 2
			}
			ground.Paint(fill, border, width)
			PaintText(words, fynetheme.ColorNameForeground, textSize())
		},
	}.Of(s, ground.Rectangle, words)
}
