package body

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"parlando/views/shell"
	"parlando/views/wheel"
	"parlando/views/widgets"
)

// inColumn centers an object at the width of the reading column. The object scrolls if the window
// is too low.
func inColumn(o fyne.CanvasObject) fyne.CanvasObject {
	inside := padded(o)
	return container.New(&columnLayout{inside}, wheel.NewVScroll(inside))
}

// columnEdge is the space around the column for the scroll bar.
const columnEdge = 10

// padded returns an object with columnEdge around it.
func padded(o fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedLayout(columnEdge, columnEdge, columnEdge, columnEdge), o)
}

type columnLayout struct{ inside fyne.CanvasObject }

// MinSize implements fyne.Layout.
func (c *columnLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout implements fyne.Layout.
func (c *columnLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width := shell.ColumnWidth(size.Width) + 2*columnEdge
	height := widgets.HeightAt(c.inside, width)
	widgets.Place(objects[0], (size.Width-width)/2, max(0, (size.Height-height)*0.48), width, min(height, size.Height))
}
