package widgets

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"parlando/views/theme"
)

func TestAWrappedCheckShowsItsWholeLabel(t *testing.T) {
	for _, scale := range []float32{1, 2} {
		test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light, scale))
		c := NewWrappedCheck(strings.Repeat("A long sentence. ", 12))
		test.NewTempWindow(t, c)
		wide, narrow := HeightAt(c, 2000), HeightAt(c, 300)
		if narrow < 3*wide {
			t.Errorf("text %v: %v high, in one line %v", scale, narrow, wide)
		}
		c.SetNote("already here")
		noted := HeightAt(c, 300)
		if noted <= narrow || !strings.Contains(c.AccessibilityDescription(), "already here") {
			t.Errorf("text %v: %v high with a note, without %v; %s", scale, noted, narrow, c.AccessibilityDescription())
		}
		c.Resize(fyne.NewSize(300, noted))
		for _, o := range test.WidgetRenderer(c).Objects() {
			if foot := o.Position().Y + o.Size().Height; foot > noted {
				t.Errorf("text %v: %v high, something ends at %v", scale, noted, foot)
			}
		}
		c.Tapped(&fyne.PointEvent{})
		if !c.On() {
			t.Errorf("text %v: a press does not tick it", scale)
		}
	}
}
