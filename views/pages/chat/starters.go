package chat

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/views/shell"
	"parley/views/widgets"
)

// starter is one way to begin an empty chat: words that are put into the message, or a picture.
type starter struct {
	icon, title, detail string
	do                  func()
}

// starters shows a question with ways to begin an empty chat.
func starters(question string, all []starter) fyne.CanvasObject {
	grid := container.New(&pairs{gap: 10})
	for _, s := range all {
		grid.Add(widgets.NewStarter(s.icon, s.title, s.detail, s.do))
	}
	heading := container.New(layout.NewCustomPaddedLayout(10, 10, 10, 10), widgets.NewTitle(question, fynetheme.SizeNameHeadingText))
	column := container.New(layout.NewCustomPaddedVBoxLayout(10), container.NewCenter(heading), grid)
	return container.New(&columnLayout{}, column)
}

// columnLayout puts one object into the middle, as wide as the reading column.
type columnLayout struct{}

// MinSize implements fyne.Layout.
func (*columnLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout implements fyne.Layout.
func (*columnLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		width := shell.ColumnWidth(size.Width)
		o.Resize(fyne.NewSize(width, o.Size().Height)) // how high it is depends on its width
		height := o.MinSize().Height
		widgets.Place(o, (size.Width-width)/2, max(0, (size.Height-height)*0.48), width, height)
	}
}

// pairs lays objects out two beside each other, or under each other where their words have no room so.
type pairs struct {
	gap   float32
	width float32
}

// cells returns how many stand beside each other, and how large each is.
func (p *pairs) cells(objects []fyne.CanvasObject) (across int, cell fyne.Size) {
	for _, o := range objects {
		cell = cell.Max(o.MinSize())
	}
	if half := (p.width - p.gap) / 2; cell.Width <= half || p.width == 0 {
		return 2, fyne.NewSize(half, cell.Height)
	}
	return 1, fyne.NewSize(p.width, cell.Height)
}

// MinSize implements fyne.Layout.
func (p *pairs) MinSize(objects []fyne.CanvasObject) fyne.Size {
	across, cell := p.cells(objects)
	rows := float32((len(objects) + across - 1) / across)
	return fyne.NewSize(0, rows*cell.Height+(rows-1)*p.gap)
}

// Layout implements fyne.Layout.
func (p *pairs) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	p.width = size.Width
	across, cell := p.cells(objects)
	for i, o := range objects {
		widgets.Place(o, float32(i%across)*(cell.Width+p.gap), float32(i/across)*(cell.Height+p.gap), cell.Width, cell.Height)
	}
}
