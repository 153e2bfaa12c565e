package waveform

import (
	"image/color"
	"math"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"parlando/views/theme"
)

// luminance is the relative luminance of WCAG 2.2.
func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		s := float64(v) / 0xffff
		if s > 0.04045 {
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return s / 12.92
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func contrast(a, b color.Color) float64 {
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}

// The waveform was 1.2 to 1 on white and invisible in dark.
func TestTheWaveformCanBeSeenOnItsGround(t *testing.T) {
	for _, preference := range []theme.Preference{theme.Light, theme.Dark} {
		test.NewTempApp(t).Settings().SetTheme(theme.New(preference, 1))
		p := New()
		w := test.NewTempWindow(t, p)
		w.Resize(fyne.NewSize(744, Height))
		p.Set(playing())
		p.SetWave([]uint8{200, 200, 200}, 10*time.Second)
		ground := test.WidgetRenderer(p).Objects()[0].(*canvas.Rectangle).FillColor
		colors := map[color.Color]bool{}
		for _, o := range test.WidgetRenderer(p.wave).Objects()[1:] {
			colors[o.(*canvas.Rectangle).FillColor] = true
		}
		if len(colors) != 2 {
			t.Errorf("%v: %d colors, want one for what was played and one for the rest", preference, len(colors))
		}
		for c := range colors {
			if got := contrast(c, ground); got < 3 {
				t.Errorf("%v: %v on %v: %.2f", preference, c, ground, got)
			}
		}
	}
}
