package body

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/views/shell"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// Starter is a suggestion in an empty chat: a text to begin the message with, or a picture to add.
type Starter struct {
	// Icon is the name of an icon in assets/icons.
	Icon, Title, Detail string
	Do                  func()
}

// Starters returns a question above the starters of an empty chat. They scroll if the window is too
// low.
func Starters(question string, all []Starter) fyne.CanvasObject {
	grid := container.New(&pairs{gap: 10})
	for _, s := range all {
		grid.Add(widgets.NewStarter(s.Icon, s.Title, s.Detail, s.Do))
	}
	heading := container.New(layout.NewCustomPaddedLayout(10, 10, 10, 10), widgets.NewTitle(question, fynetheme.SizeNameHeadingText))
	column := container.New(layout.NewCustomPaddedVBoxLayout(10), container.NewCenter(heading), grid)
	return inColumn(column)
}

// inColumn centers an object at the width of the reading column. The object scrolls if the window
// is too low.
func inColumn(o fyne.CanvasObject) fyne.CanvasObject {
	inside := container.New(layout.NewCustomPaddedLayout(columnEdge, columnEdge, columnEdge, columnEdge), o)
	return container.New(&columnLayout{inside}, wheel.NewVScroll(inside))
}

// columnEdge is the space around the column for the scroll bar.
const columnEdge = 10

type columnLayout struct{ inside fyne.CanvasObject }

// MinSize implements fyne.Layout.
func (c *columnLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout implements fyne.Layout.
func (c *columnLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width := shell.ColumnWidth(size.Width) + 2*columnEdge
	height := widgets.HeightAt(c.inside, width)
	widgets.Place(objects[0], (size.Width-width)/2, max(0, (size.Height-height)*0.48), width, min(height, size.Height))
}

// pairs lays out objects in two columns, or in one if their text does not fit.
type pairs struct {
	gap   float32
	width float32
}

// cells returns the number of columns and the size of a cell.
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
