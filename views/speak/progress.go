package speak

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
)

// progress is a thin line that fills.
type progress struct {
	widget.BaseWidget
	share float64
}

func newProgress() *progress {
	p := &progress{}
	p.ExtendBaseWidget(p)
	return p
}

// set fills a share, 0 to 1.
func (p *progress) set(share float64) {
	if p.share != share {
		p.share = share
		p.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (p *progress) CreateRenderer() fyne.WidgetRenderer {
	r := &progressRenderer{p: p, track: canvas.NewRectangle(color.Transparent), fill: canvas.NewRectangle(color.Transparent)}
	r.track.CornerRadius, r.fill.CornerRadius = 2, 2
	r.Refresh()
	return r
}

type progressRenderer struct {
	p           *progress
	track, fill *canvas.Rectangle
}

func (r *progressRenderer) MinSize() fyne.Size { return fyne.NewSize(40, 4) }

func (r *progressRenderer) Layout(size fyne.Size) {
	r.track.Resize(size)
	r.fill.Resize(fyne.NewSize(size.Width*float32(min(max(r.p.share, 0), 1)), size.Height))
}

func (r *progressRenderer) Refresh() {
	r.track.FillColor, r.fill.FillColor = fynetheme.Color(theme.ColorLine), fynetheme.Color(theme.ColorAccent)
	r.Layout(r.p.Size())
	r.track.Refresh()
	r.fill.Refresh()
}

func (r *progressRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.track, r.fill} }
func (r *progressRenderer) Destroy()                     {}
