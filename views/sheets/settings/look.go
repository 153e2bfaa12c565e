package settings

import (
	"fyne.io/fyne/v2"

	"parlando/app/settings"
	"parlando/views/theme"
)

// SimpleTextScale is the factor by which text is larger in the simple view.
const SimpleTextScale = 1.3

// textSizes are the steps of the zoom shortcuts.
var textSizes = []float64{settings.MinTextSize, 0.85, 1, 1.2, 1.35, 1.5, 1.75, settings.MaxTextSize}

// ChangeAppearance stores a change of the appearance and applies it at once.
func (s *Sheet) ChangeAppearance(change func(*settings.Settings)) {
	s.owners.Settings.Change(change)
	s.ApplyAppearance()
}

// ApplyAppearance applies the stored appearance. The visible part of the sheet keeps its position.
func (s *Sheet) ApplyAppearance() {
	if s.view == nil {
		s.links.ApplyAppearance()
		return
	}
	s.view.KeepView(func() {
		s.links.ApplyAppearance()
		s.view.set(s.state())
	})
}

// SetSimple switches the simple view.
func (s *Sheet) SetSimple(on bool) {
	s.ChangeAppearance(func(c *settings.Settings) { c.Comfort.Simple = on })
}

// SetTextSize sets the text size; 1 is the default.
func (s *Sheet) SetTextSize(size float64) {
	s.ChangeAppearance(func(c *settings.Settings) { c.TextSize = size })
}

// StepTextSize makes text larger by step steps, smaller if step is negative.
func (s *Sheet) StepTextSize(step int) {
	now, at := s.owners.Settings.Get().TextSize, 0
	for i, size := range textSizes {
		if size <= now+0.001 {
			at = i
		}
	}
	if step < 0 && now > textSizes[at]+0.001 {
		step++ // from between two sizes, the smaller size is one step away
	}
	s.SetTextSize(textSizes[min(max(at+step, 0), len(textSizes)-1)])
}

// ThemeFor returns the theme for the settings. deskStill means that the desktop asks for reduced
// motion.
func ThemeFor(s settings.Settings, deskStill bool) fyne.Theme {
	size := s.TextSize
	if s.Comfort.Simple {
		size = min(size*SimpleTextScale, settings.MaxTextSize)
	}
	return theme.New(preference(s.Theme), float32(size)).With(theme.Comfort{
		MaxColumnWidth: columnWidth(s.Comfort.ReadingWidth), LargeTargets: s.Comfort.Simple, ReducesMotion: ReducesMotion(s.Comfort, deskStill),
	})
}

// ReducesMotion reports whether to reduce motion, by the user's choice or the desktop's.
func ReducesMotion(c settings.Comfort, deskStill bool) bool {
	return c.Motion == settings.MotionReduced || c.Motion == settings.MotionSystem && deskStill
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

// columnWidth returns the maximum width of the reading column at the default text size.
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
	return theme.DefaultColumnWidth
}
