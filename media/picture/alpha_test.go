package picture_test

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"parlando/media/picture"
)

// The samples are the flag; only a disc in the middle of it is to be seen.
func TestWhatAHEICHidesIsNotShown(t *testing.T) {
	for name, c := range map[string]struct {
		w, h int
		// seen are four places in the disc: red, green, blue and white.
		seen [4]image.Point
	}{
		"hidden.heic": {64, 64, [4]image.Point{{26, 18}, {38, 18}, {26, 30}, {38, 30}}},
		// turned a quarter to the left
		"hidden-grid.heic":              {48, 64, [4]image.Point{{18, 38}, {18, 26}, {30, 38}, {30, 26}}},
		"hidden-grid.heic tile by tile": {48, 64, [4]image.Point{{18, 38}, {18, 26}, {30, 38}, {30, 26}}},
	} {
		t.Run(name, func(t *testing.T) {
			name, reduced := strings.CutSuffix(name, " tile by tile")
			if reduced {
				picture.TakeForLarge(t, 1)
			}
			p := prepare(t, kept(t, name))
			if p.MIME != "image/png" || p.Width != c.w || p.Height != c.h {
				t.Fatalf("%s, %dx%d", p.MIME, p.Width, p.Height)
			}
			m := open(t, p.Data)
			for i, at := range c.seen {
				if want := []color.Color{red, green, blue, white}[i]; !near(m.At(at.X, at.Y), want) {
					t.Errorf("at %v: %v, want %v", at, m.At(at.X, at.Y), want)
				}
			}
			if n := withoutHiddenColors(t, m); n < 1000 {
				t.Errorf("only %d pixels are invisible", n)
			}
			for _, at := range []image.Point{{1, 1}, {c.w - 2, 1}, {1, c.h - 2}, {c.w - 2, c.h - 2}} {
				if _, _, _, alpha := m.At(at.X, at.Y).RGBA(); alpha>>8 > 8 {
					t.Errorf("hidden at %v: %v", at, m.At(at.X, at.Y))
				}
			}
		})
	}
}
