package cannotopen

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// Sizes in device-independent pixels, as in the design.
const (
	columnWidth = 600 // at the default text size
	margin      = 24
	rowNarrow   = 400 // at the default text size; in a narrower row, the button is below the text
)

// middle lays out a column in the middle of a scroll.
type middle struct {
	scroll func() fyne.Size
	width  float32
}

// column returns the width of the column on a page of the given width.
func (m *middle) column(page float32) float32 {
	return max(min(columnWidth*theme.LargerText(), page-2*margin), 0)
}

// Layout implements fyne.Layout.
func (m *middle) Layout(o []fyne.CanvasObject, size fyne.Size) {
	m.width = size.Width
	width := m.column(size.Width)
	high := widgets.HeightAt(o[0], width)
	widgets.Place(o[0], (size.Width-width)/2, max((size.Height-high)/2, margin), width, high)
}

// MinSize implements fyne.Layout.
func (m *middle) MinSize(o []fyne.CanvasObject) fyne.Size {
	width := m.width
	if s := m.scroll(); s.Width > 0 {
		width = s.Width
	}
	return fyne.NewSize(0, widgets.HeightAt(o[0], m.column(width))+2*margin)
}

// beside lays out an icon, a text in the remaining width, and optionally a button, which is below
// the text in a narrow row.
type beside struct {
	gap, width float32
}

// place returns the height of the row at the given width. If move is set, it also places the
// objects.
func (b *beside) place(o []fyne.CanvasObject, width float32, move bool) float32 {
	icon, text := o[0], o[1]
	left := icon.MinSize().Width + b.gap
	right, below := float32(0), false
	var button fyne.Size
	if len(o) > 2 {
		button = o[2].MinSize()
		if below = width < rowNarrow*theme.LargerText(); !below {
			right = button.Width + b.gap
		}
	}
	words := max(width-left-right, 0)
	high := widgets.HeightAt(text, words)
	total := max(high, icon.MinSize().Height, button.Height)
	if below {
		total = max(high, icon.MinSize().Height) + 10 + button.Height
	}
	if !move {
		return total
	}
	line := total
	if below {
		line = max(high, icon.MinSize().Height)
	}
	side := icon.MinSize().Height
	widgets.Place(icon, 0, (line-side)/2, side, side)
	widgets.Place(text, left, (line-high)/2, words, high)
	switch {
	case below:
		widgets.Place(o[2], left, total-button.Height, button.Width, button.Height)
	case len(o) > 2:
		widgets.Place(o[2], width-button.Width, (total-button.Height)/2, button.Width, button.Height)
	}
	return total
}

// Layout implements fyne.Layout.
func (b *beside) Layout(o []fyne.CanvasObject, size fyne.Size) {
	b.width = size.Width
	b.place(o, size.Width, true)
}

// MinSize implements fyne.Layout. The height applies to the width of the last Layout.
func (b *beside) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, b.place(o, b.width, false))
}

// newRow returns the row of one option: an icon, a title, a sentence and a button.
func newRow(icon, title, sentence string, fill fyne.ThemeColorName, button *widgets.Button) *widgets.Box {
	text := container.New(&widgets.Column{Gap: 3},
		widgets.NewText(title, fynetheme.ColorNameForeground, fynetheme.SizeNameText, fyne.TextStyle{Bold: true}).NoMargin(),
		widgets.NewMuted(sentence).NoMargin())
	return widgets.NewBox(container.New(&beside{gap: 16}, widgets.NewIcon(icon, 6), text, button), fill, "", theme.RadiusLarge, 18, 17)
}
