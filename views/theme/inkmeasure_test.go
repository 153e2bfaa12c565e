package theme

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// Fyne cuts off what stands higher than the largest ascent of a text's fonts, so that no line needs
// more room.
func TestALineNeedsNoRoomForWhatFyneCutsOff(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(New(Light, 1))
	for _, text := range []string{"a", "A\u0302\u0301\u0302\u0301", "Ế\u0302\u0302\u0302", "ที่ปู่", "ཀྲྀ"} {
		ink := MeasureInk(text, 20, fyne.TextStyle{})
		if most := max(ink.Baseline, ink.LineBaseline); ink.Above > most || ink.Above <= 0 {
			t.Errorf("%q needs %v, Fyne draws %v", text, ink.Above, most)
		}
	}
}
