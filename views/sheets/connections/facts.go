package connections

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// facts lays out names and values in two columns. The values wrap.
type facts struct {
	gap   float32
	width float32
}

// newFacts returns a container of pairs of a name and its value.
func newFacts(pairs ...fyne.CanvasObject) *fyne.Container {
	return container.New(&facts{gap: 6}, pairs...)
}

// fact returns one pair; a muted value is unknown.
func fact(name, words string, muted bool) []fyne.CanvasObject {
	color := fynetheme.ColorNameForeground
	if muted {
		color = theme.ColorMuted
	}
	return []fyne.CanvasObject{widgets.NewMuted(name).NoMargin(), widgets.NewText(words, color, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoMargin()}
}

// named returns the width of the column of names.
func (f *facts) named(width float32) float32 {
	scale := fynetheme.Size(fynetheme.SizeNameText) / theme.SizeText
	return min(150*scale, width*0.4)
}

// Layout implements fyne.Layout.
func (f *facts) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	f.width = size.Width
	left, y := f.named(size.Width), float32(0)
	for i := 0; i+1 < len(objects); i += 2 {
		high := max(widgets.HeightAt(objects[i], left-8), widgets.HeightAt(objects[i+1], size.Width-left))
		widgets.Place(objects[i], 0, y, left-8, high)
		widgets.Place(objects[i+1], left, y, size.Width-left, high)
		y += high + f.gap
	}
}

// MinSize implements fyne.Layout.
func (f *facts) MinSize(objects []fyne.CanvasObject) fyne.Size {
	left, y := f.named(f.width), float32(0)
	for i := 0; i+1 < len(objects); i += 2 {
		y += max(widgets.HeightAt(objects[i], left-8), widgets.HeightAt(objects[i+1], f.width-left)) + f.gap
	}
	return fyne.NewSize(0, max(y-f.gap, 0))
}
