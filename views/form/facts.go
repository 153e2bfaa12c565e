package form

import (
	"cmp"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// Fact is a name with a value beside it.
type Fact struct {
	Name, Value string
	// Color is the color of the value, "" for the default text color.
	Color fyne.ThemeColorName
	// Mono shows the value in a monospaced font.
	Mono bool
}

// Facts adds facts in two columns. The values wrap.
func (f *Form) Facts(facts ...Fact) {
	f.Add(f.Group(&factColumns{names: 150, gap: 6}, func() {
		for _, fact := range facts {
			f.Muted(fact.Name)
			color := cmp.Or(fact.Color, fynetheme.ColorNameForeground)
			f.Add(widgets.NewText(fact.Value, color, fynetheme.SizeNameCaptionText, fyne.TextStyle{Monospace: fact.Mono}).NoMargin())
		}
	}))
}

// Bullets adds the sentences of a list. They wrap beside their bullets.
func (f *Form) Bullets(sentences []string) {
	f.Add(f.Group(&factColumns{names: 20, gap: 6}, func() {
		for _, sentence := range sentences {
			f.Add(widgets.NewBody("•").NoWrap().NoMargin())
			f.Body(sentence)
		}
	}))
}

// factColumns lays out alternating names and values in two columns.
type factColumns struct {
	// names is the width of the column of names at the default text size.
	names, gap float32
	width      float32
}

// named returns the width of the column of names, for the given width of both columns.
func (f *factColumns) named(width float32) float32 {
	scale := fynetheme.Size(fynetheme.SizeNameText) / theme.SizeText
	return min(f.names*scale, width*0.4)
}

// Layout implements fyne.Layout.
func (f *factColumns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
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
func (f *factColumns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	left, y := f.named(f.width), float32(0)
	for i := 0; i+1 < len(objects); i += 2 {
		y += max(widgets.HeightAt(objects[i], left-8), widgets.HeightAt(objects[i+1], f.width-left)) + f.gap
	}
	return fyne.NewSize(0, max(y-f.gap, 0))
}
