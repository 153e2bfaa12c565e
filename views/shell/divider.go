package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
)

// divider is a line between two regions. It follows changes of the theme.
type divider struct{ widget.BaseWidget }

func newDivider() *divider {
	d := &divider{}
	d.ExtendBaseWidget(d)
	return d
}

// CreateRenderer implements fyne.Widget.
func (d *divider) CreateRenderer() fyne.WidgetRenderer {
	return &dividerRenderer{canvas.NewRectangle(fynetheme.Color(theme.ColorLine))}
}

type dividerRenderer struct{ fill *canvas.Rectangle }

func (r *dividerRenderer) Layout(s fyne.Size)           { r.fill.Resize(s) }
func (r *dividerRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *dividerRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.fill} }
func (r *dividerRenderer) Destroy()                     {}
func (r *dividerRenderer) Refresh() {
	r.fill.FillColor = fynetheme.Color(theme.ColorLine)
	r.fill.Refresh()
}
