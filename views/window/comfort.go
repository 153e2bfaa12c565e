package window

import (
	"fyne.io/fyne/v2/lang"

	"parley/app/settings"
	"parley/views/theme"
)

// simpleText is by how much text is larger in the simple view.
const simpleText = 1.3

// textSizes are what the keys go through.
var textSizes = []float64{settings.TextSizeMin, 0.85, 1, 1.2, 1.35, 1.5, 1.75, settings.TextSizeMax}

// textSize is by how much text is shown larger than in the design.
func textSize(s settings.Settings) float32 {
	size := s.TextSize
	if s.Comfort.Simple {
		size = min(size*simpleText, settings.TextSizeMax)
	}
	return float32(size)
}

// columnOf is how wide the column for reading is at most, with text of the usual size.
func columnOf(w settings.ReadingWidth) float32 {
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

// applyComfort brings all that the theme does not do by itself to what was chosen.
func (v *Window) applyComfort(s settings.Settings) {
	c := s.Comfort
	v.thread.SetCalm(v.still(c))
	v.composer.SetShiftSends(v.sendsWithShift())
	v.composer.SetSimple(c.Simple)
	v.top.SetSimple(c.Simple)
	v.view.SetPlain(c.Simple)
	v.chat.scene.away = c.Simple
	v.top.SetAdjustOpen(v.chat.scene.panelOpen && !c.Simple)
	if v.quick != nil {
		v.quick.applyComfort()
	}
}

// still reports whether less is to move: as the person chose, or as the desktop says.
func (v *Window) still(c settings.Comfort) bool {
	return c.Motion == settings.MotionLess || c.Motion == settings.MotionSystem && v.deskStill
}

// changeComfort takes over what was chosen in Settings, at once.
func (v *Window) changeComfort(chosen settings.Comfort) {
	v.changeLook(func(s *settings.Settings) {
		keys := s.Comfort.QuickKeys
		s.Comfort = chosen
		s.Comfort.QuickKeys = keys
	})
}

// setSimple switches the simple view.
func (v *Window) setSimple(on bool) {
	v.changeLook(func(s *settings.Settings) { s.Comfort.Simple = on })
}

// sayNotInSimple tells why the dials do not open, and is the way to them.
func (v *Window) sayNotInSimple() {
	v.toasts.Say(lang.L("Simple view is on."), lang.L("Turn off"), func() { v.setSimple(false) })
}

// stepText makes text larger by steps, smaller for a step below 0.
func (v *Window) stepText(step int) {
	now, at := v.core.Settings.Get().TextSize, 0
	for i, size := range textSizes {
		if size <= now+0.001 {
			at = i
		}
	}
	if step < 0 && now > textSizes[at]+0.001 {
		step++ // between two sizes, the smaller is one step away
	}
	v.setText(textSizes[min(max(at+step, 0), len(textSizes)-1)])
}

func (v *Window) setText(size float64) {
	v.changeLook(func(s *settings.Settings) { s.TextSize = size })
}

func (v *Window) sendsWithShift() bool {
	return v.core.Settings.Get().Comfort.SendWith == settings.SendShiftEnter
}

// sendKeys are what sends and what begins a line, as the sheet of keys shows them.
func (v *Window) sendKeys() (send, line string) {
	if v.sendsWithShift() {
		return "Shift Enter", "Enter"
	}
	return "Enter", "Shift Enter"
}
