package settings

import (
	"fyne.io/fyne/v2"

	"parlando/app/settings"
	"parlando/views/theme"
)

// SimpleText is by how much text is larger in the simple view.
const SimpleText = 1.3

// textSizes are those that the keys go through.
var textSizes = []float64{settings.TextSizeMin, 0.85, 1, 1.2, 1.35, 1.5, 1.75, settings.TextSizeMax}

// ChangeLook changes how the window looks, at once. What is visible of the sheet keeps its place.
func (s *Sheet) ChangeLook(change func(*settings.Settings)) {
	apply := func() {
		s.owners.Settings.Change(change)
		s.links.Look()
	}
	if s.view == nil {
		apply()
		return
	}
	s.view.keepView(func() {
		apply()
		s.view.set(s.state())
	})
}

// SetSimple switches the simple view.
func (s *Sheet) SetSimple(on bool) {
	s.ChangeLook(func(c *settings.Settings) { c.Comfort.Simple = on })
}

// SetTextSize chooses the size of text; 1 is that of the design.
func (s *Sheet) SetTextSize(size float64) {
	s.ChangeLook(func(c *settings.Settings) { c.TextSize = size })
}

// StepTextSize makes text larger by steps, smaller for a step below 0.
func (s *Sheet) StepTextSize(step int) {
	now, at := s.owners.Settings.Get().TextSize, 0
	for i, size := range textSizes {
		if size <= now+0.001 {
			at = i
		}
	}
	if step < 0 && now > textSizes[at]+0.001 {
		step++ // between two sizes, the smaller is one step away
	}
	s.SetTextSize(textSizes[min(max(at+step, 0), len(textSizes)-1)])
}

// Theme returns what settings look like. deskStill: the desktop asks for less to move.
func Theme(s settings.Settings, deskStill bool) fyne.Theme {
	size := s.TextSize
	if s.Comfort.Simple {
		size = min(size*SimpleText, settings.TextSizeMax)
	}
	return theme.New(preference(s.Theme), float32(size)).With(theme.Comfort{
		Column: columnWidth(s.Comfort.ReadingWidth), Large: s.Comfort.Simple, Still: Still(s.Comfort, deskStill),
	})
}

// Still reports whether less is to move: as the user chose, or as the desktop says.
func Still(c settings.Comfort, deskStill bool) bool {
	return c.Motion == settings.MotionLess || c.Motion == settings.MotionSystem && deskStill
}

func preference(t settings.Theme) theme.Preference {
	switch t {
	case settings.Light:
		return theme.Light
	case settings.Dark:
		return theme.Dark
	case settings.FollowSystem:
	}
	return theme.System
}

// columnWidth returns how wide the column for reading is at most, with text of the usual size.
func columnWidth(w settings.ReadingWidth) float32 {
	switch w {
	case settings.WidthNarrow:
		return 600
	case settings.WidthWide:
		return 960
	case settings.WidthFull:
		return 8000 // wider than any window
	case settings.WidthNormal:
	}
	return theme.ColumnWidth
}
