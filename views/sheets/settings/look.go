package settings

import (
	"cmp"

	"fyne.io/fyne/v2"

	"parlando/app/settings"
	"parlando/views/theme"
)

// SimpleTextScale is the factor by which text is larger in the simple view, until the user chooses
// its text size.
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
	s.ChangeAppearance(func(c *settings.Settings) { *ownTextSize(c) = size })
}

// StepTextSize makes text larger by step steps, smaller if step is negative.
func (s *Sheet) StepTextSize(step int) {
	now, at := textSize(s.owners.Settings.Get()), 0
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

// ownTextSize returns the text size of the view in use: the simple view has its own.
func ownTextSize(s *settings.Settings) *float64 {
	if s.Comfort.Simple {
		return &s.Comfort.SimpleTextSize
	}
	return &s.TextSize
}

// textSize returns the text size in use; 1 is the default.
func textSize(s settings.Settings) float64 {
	return cmp.Or(*ownTextSize(&s), min(s.TextSize*SimpleTextScale, settings.MaxTextSize))
}

// DesktopWishes holds the preferences that the desktop applies to every program.
type DesktopWishes struct{ ReducedMotion, MoreContrast bool }

// ThemeFor returns the theme for the settings and the desktop's wishes.
func ThemeFor(s settings.Settings, desk DesktopWishes) fyne.Theme {
	c := s.Comfort
	return theme.New(preference(s.Theme), float32(textSize(s))).With(theme.Comfort{
		MaxColumnWidth: columnWidth(c.ReadingWidth), LargeTargets: c.Simple, ReducesMotion: ReducesMotion(c, desk),
		MoreContrast: c.Contrast == settings.ContrastMore || c.Contrast == settings.ContrastSystem && desk.MoreContrast,
	})
}

// ReducesMotion reports whether to reduce motion, by the user's choice or the desktop's.
func ReducesMotion(c settings.Comfort, desk DesktopWishes) bool {
	return c.Motion == settings.MotionReduced || c.Motion == settings.MotionSystem && desk.ReducedMotion
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
