package textflow

import (
	"math"
	"strings"

	"fyne.io/fyne/v2"

	"parlando/views/theme"
)

// Measure returns the size of a text and the distance from its top to its baseline.
type Measure func(text string, size float32, style fyne.TextStyle) (fyne.Size, float32)

// rulerLimit is the number of widths that a Ruler caches. A full cache is cleared: the words of a
// language repeat, so tracking their recent use is not worthwhile.
const rulerLimit = 30_000

type rulerKey struct {
	word  string
	style Style
}

// Ruler measures words and caches the widths. It is not safe for concurrent use.
type Ruler struct {
	// Zoom is the factor from measured to drawn size, for Extent. With 0, Extent assumes that every
	// text is in the font of its style.
	Zoom float32

	measure Measure
	widths  map[rulerKey]float32
	fonts   map[Style]Font
	// letterWidths replaces widths for words whose width is the sum of their letters' widths.
	letterWidths map[Style]*letterWidths
	lastStyle    Style
	lastLetters  *letterWidths
	extents      map[rulerKey]Extent
}

// Font has the line height of a style and the distance from the top to the baseline.
type Font struct{ Height, Baseline float32 }

// NewRuler returns a Ruler that calls measure for unknown words.
func NewRuler(measure Measure) *Ruler {
	return &Ruler{measure: measure, widths: map[rulerKey]float32{}, fonts: map[Style]Font{}, letterWidths: map[Style]*letterWidths{}}
}

// NewScreenRuler returns a Ruler that measures text as drawn at zoom, and returns sizes divided by
// zoom. Measuring at the drawn size matters, because glyphs do not scale exactly.
func NewScreenRuler(zoom float32) *Ruler {
	r := NewRuler(func(text string, size float32, style fyne.TextStyle) (fyne.Size, float32) {
		s, base := fyne.CurrentApp().Driver().RenderedTextSize(text, size*zoom, style, theme.FontFor(text, style))
		return fyne.NewSize(s.Width/zoom, s.Height/zoom), base / zoom
	})
	r.Zoom = zoom
	return r
}

// Width returns the width of a word.
func (r *Ruler) Width(word string, style Style) float32 {
	key := rulerKey{word, style.shape()}
	if w, ok := r.summed(word, key.style); ok {
		return w
	}
	if w, ok := r.widths[key]; ok {
		return w
	}
	if len(r.widths) >= rulerLimit {
		clear(r.widths)
	}
	w := r.measureWidth(word, key.style)
	r.widths[key] = w
	return w
}

// spaceAfter returns the width of a space after a word of the same fragment. After a right-to-left
// word, the space has the word's font instead of the font of the style.
func (r *Ruler) spaceAfter(word string, style Style) float32 {
	if !style.RightToLeft {
		return r.Width(" ", style)
	}
	return r.Width(word+" ", style) - r.Width(word, style)
}

// MeasureOnce measures text that is unlikely to repeat, without caching the width.
func (r *Ruler) MeasureOnce(text string, style Style) float32 {
	if text == "" {
		return 0
	}
	style = style.shape()
	text = strings.ReplaceAll(text, "\t", " ")
	if w, ok := r.summed(text, style); ok {
		return w
	}
	return r.measureWidth(text, style)
}

// Font returns the height and the baseline of a style.
func (r *Ruler) Font(style Style) Font {
	style = style.shape()
	if f, ok := r.fonts[style]; ok {
		return f
	}
	size, base := r.measure("x", style.Size, style.FyneStyle())
	f := Font{Height: size.Height, Baseline: float32(math.Ceil(float64(base)))}
	r.fonts[style] = f
	return f
}

// Fit returns the length in bytes of the longest prefix of whole characters that fits into width.
func (r *Ruler) Fit(text string, style Style, width float32) int {
	for most := maxPart; most < len(text); most *= 2 {
		// If a prefix is already too wide, searching that prefix is enough.
		if head := text[:len(Prefix(text, most))]; head != "" && r.MeasureOnce(head, style) > width {
			text = head
			break
		}
	}
	bounds := edges(text)
	last, _ := r.lastEdge(text, bounds, style, r.MeasureOnce(text, style), width)
	return bounds[last]
}

// lastEdge returns the index of the last of bounds that is not right of x, and the x position of
// that bound. width is the width of text.
func (r *Ruler) lastEdge(text string, bounds []int, style Style, width, x float32) (index int, at float32) {
	low, high := 0, len(bounds)-1
	if width <= x {
		return high, width
	}
	for step := 1; high-low > 1; step++ {
		mid := (low + high) / 2
		if step%3 != 0 { // interpolate as if all characters had the same width
			mid = low + int(float32(high-low)*(x-at)/max(width-at, 1))
			mid = min(max(mid, low+1), high-1)
		}
		if w := r.MeasureOnce(text[:bounds[mid]], style); w <= x {
			low, at = mid, w
		} else {
			high, width = mid, w
		}
	}
	return low, at
}

// Offset returns the byte offset of the character boundary in text that is nearest to x, for a
// click. x is measured from the left edge, even in right-to-left text.
func (r *Ruler) Offset(text string, style Style, x float32) int {
	width := r.MeasureOnce(text, style)
	if style.RightToLeft {
		x = width - x
	}
	if x <= 0 || text == "" {
		return 0
	}
	bounds := edges(text)
	low, left := r.lastEdge(text, bounds, style, width, x)
	if low+1 < len(bounds) {
		right := r.MeasureOnce(text[:bounds[low+1]], style)
		if x-left > right-x {
			low++
		}
	}
	return bounds[low]
}
