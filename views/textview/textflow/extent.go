package textflow

import (
	"strings"

	"fyne.io/fyne/v2"

	"parlando/views/theme"
)

// Extent is the height of a text with letters of several fonts. It is zero if all letters are in
// the font of the text's style.
type Extent struct {
	// Above and Below are the heights that a line needs above and below its baseline.
	Above, Below float32
	// Drop is the distance by which Fyne draws the text lower than text in its style's font.
	Drop float32
	// Ems is the height of the text's image in text sizes; 0 for the height of its style.
	Ems int
}

// Font returns the font to draw the text with: a tall font if necessary, otherwise theme.FontFor.
func (e Extent) Font(text string, style fyne.TextStyle) fyne.Resource {
	if e.Ems > 0 {
		return theme.TallFont(style, e.Ems)
	}
	return theme.FontFor(text, style)
}

// extentLimit is the number of extents that a Ruler caches.
const extentLimit = 4000

// Extent returns the extent of a text.
func (r *Ruler) Extent(text string, style Style) Extent {
	if r.Zoom == 0 || theme.HasCommonLetters(text, style.Mono) {
		return Extent{}
	}
	key := rulerKey{text, style.shape()}
	if e, ok := r.extents[key]; ok {
		return e
	}
	if r.extents == nil || len(r.extents) >= extentLimit {
		r.extents = map[rulerKey]Extent{}
	}
	e := r.measureExtent(text, key.style)
	key.word = strings.Clone(text)
	r.extents[key] = e
	return e
}

func (r *Ruler) measureExtent(text string, style Style) Extent {
	size := style.Size * r.Zoom
	ink := theme.MeasureInk(Drawn(text, style), size, style.FyneStyle())
	return Extent{Above: ink.Above / r.Zoom, Below: ink.Below / r.Zoom, Drop: ink.Drop() / r.Zoom, Ems: ink.Ems(size)}
}

// Growth returns how much space line i needs in addition to above and below, the space above and
// below the baseline, in whole units.
func (f *Flow) Growth(i int, above, below float32, ruler *Ruler) (up, down float32) {
	for _, p := range f.Lines[i].Fragments {
		if !theme.IsTall(p.Text) {
			continue
		}
		e := ruler.Extent(p.Text, p.Style)
		up, down = max(up, theme.Growth(e.Above, above)), max(down, theme.Growth(e.Below, below))
	}
	return up, down
}
