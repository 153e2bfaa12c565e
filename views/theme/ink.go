package theme

import (
	"math"
	_ "unsafe" // for linkname

	"fyne.io/fyne/v2"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// Ink is the vertical extent of a text as Fyne draws it, in Fyne's units.
type Ink struct {
	// Baseline is the distance of the baseline from the top of its canvas.Text: the largest ascent
	// of the fonts of its letters.
	Baseline float32
	// Bottom is the distance of its lowest point from the baseline.
	Bottom float32
	// Above is the height that a line needs above its baseline, Below the height under it. For
	// letters that leave the line of the style's main font, these are the line of their own font.
	Above, Below float32
	// LineHeight and LineBaseline are those of the main font of the style.
	LineHeight, LineBaseline float32
}

// MeasureInk measures the letters of a text, which Fyne's own measuring leaves out: it returns the
// line of the style's main font, whichever fonts draw the letters.
func MeasureInk(text string, size float32, style fyne.TextStyle) Ink {
	var ink Ink
	var runs []shaping.Output
	var advance float32
	line, ascent := walkString(fonts(style, nil, nil).Fonts, text, fixed.Int26_6(size*64), style, &advance, 1,
		func(run shaping.Output, _, y float32) {
			ink.Baseline = y
			runs = append(runs, run)
		})
	ink.LineHeight, ink.LineBaseline = line.Height, ascent
	descent := line.Height - ascent
	for _, run := range runs {
		above, below := units(run.GlyphBounds.Ascent), units(-run.GlyphBounds.Descent)
		ink.Bottom = max(ink.Bottom, below)
		if above > ascent || below > descent {
			above, below = max(above, units(run.LineBounds.Ascent)), max(below, units(-run.LineBounds.Descent))
		}
		ink.Above, ink.Below = max(ink.Above, above), max(ink.Below, below)
	}
	ink.Above = min(ink.Above, max(ink.Baseline, ascent)) // Fyne cuts off higher accents
	ink.Bottom, ink.Below = min(ink.Bottom, size*maxEms-ink.Baseline), min(ink.Below, size*maxEms-ink.Baseline)
	return ink
}

// Drop returns the distance by which Fyne draws the text lower than one in the style's main font.
func (i Ink) Drop() float32 { return ceil(i.Baseline) - ceil(i.LineBaseline) }

// Ems returns the height of the TallFont that the text needs, of which size is the text size; 0 if
// it needs none.
func (i Ink) Ems(size float32) int {
	high := ceil(i.Baseline) + i.Bottom
	if high <= i.LineHeight {
		return 0
	}
	return int(ceil((high + 1) / size))
}

// Growth returns by how much a line of the main font has to grow above its baseline and below it,
// in whole units, to show the text.
func (i Ink) Growth() (up, down float32) {
	return Growth(i.Above, i.LineBaseline), Growth(i.Below, i.LineHeight-i.LineBaseline)
}

// Growth returns by how much a part of a line has to grow, in whole units, to be as high as letters
// need; they may reach a little into the next line.
func Growth(need, height float32) float32 { return max(ceil(need-height-0.3), 0) }

func ceil(v float32) float32 { return float32(math.Ceil(float64(v))) }

func units(v fixed.Int26_6) float32 { return float32(v) / 64 }

// Fonts returns the fonts that Fyne draws the characters of a style in.
func Fonts(style fyne.TextStyle) shaping.Fontmap { return fonts(style, nil, nil).Fonts }

// fontItem begins as the type of Fyne that holds the fonts of a text.
type fontItem struct{ Fonts shaping.Fontmap }

// fonts returns the fonts that Fyne draws a text with. Fyne exports neither them nor what it
// measures of a text while drawing. Written for Fyne 2.8.1; this does not link with a version that
// lacks them.
//
//go:linkname fonts fyne.io/fyne/v2/internal/painter.CachedFontFace
func fonts(style fyne.TextStyle, source fyne.Resource, o fyne.CanvasObject) *fontItem

// walkString calls cb with each part of s in one font, and the distance of the baseline from the
// top; it returns the size and the baseline of the line of the main font.
//
//go:linkname walkString fyne.io/fyne/v2/internal/painter.walkString
func walkString(faces shaping.Fontmap, s string, size fixed.Int26_6, style fyne.TextStyle, advance *float32, scale float32,
	cb func(run shaping.Output, x, y float32)) (fyne.Size, float32)
