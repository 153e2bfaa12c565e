package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// line is a rectangle that keeps the colour of its token when the theme changes.
type line struct {
	widget.BaseWidget
	name fyne.ThemeColorName
}

func newLine(name fyne.ThemeColorName) *line {
	l := &line{name: name}
	l.ExtendBaseWidget(l)
	return l
}

// CreateRenderer implements fyne.Widget.
func (l *line) CreateRenderer() fyne.WidgetRenderer {
	return &lineRenderer{line: l, fill: rectangle(l.name)}
}

type lineRenderer struct {
	line *line
	fill *canvas.Rectangle
}

func (r *lineRenderer) Layout(s fyne.Size)           { r.fill.Resize(s) }
func (r *lineRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *lineRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.fill} }
func (r *lineRenderer) Destroy()                     {}
func (r *lineRenderer) Refresh() {
	r.fill.FillColor = fynetheme.Color(r.line.name)
	r.fill.Refresh()
}
