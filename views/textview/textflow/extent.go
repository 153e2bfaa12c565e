package textflow

import (
	"strings"

	"fyne.io/fyne/v2"

	"parlando/views/theme"
)

// Extent is the height of a text with letters of several fonts. It is zero for a text whose letters
// are all in the font of its style.
type Extent struct {
	// Above is the height that a line needs above its baseline, Below the height under it.
	Above, Below float32
	// Drop is the distance by which Fyne draws the text lower than one in the font of its style.
	Drop float32
	// Ems is the height of the picture it is drawn on, in text sizes; 0 for that of its style.
	Ems int
}

// Font returns the font to draw the text with, as theme.FontFor does.
func (e Extent) Font(text string, style fyne.TextStyle) fyne.Resource {
	if e.Ems > 0 {
		return theme.TallFont(style, e.Ems)
	}
	return theme.FontFor(text, style)
}

// extentLimit is the number of extents that a Ruler caches.
const extentLimit = 4000

// Extent returns the extent of a text when it is drawn.
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

// Growth returns by how much the part of a line above the baseline and that below it have to grow,
// in whole units, to show line i of the flow.
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
