package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
)

// Progress is a thin line that fills.
type Progress struct {
	widget.BaseWidget
	share float64
}

// NewProgress makes an empty one.
func NewProgress() *Progress {
	p := &Progress{}
	p.ExtendBaseWidget(p)
	return p
}

// Set fills a share, 0 to 1.
func (p *Progress) Set(share float64) {
	if p.share != share {
		p.share = share
		p.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (p *Progress) CreateRenderer() fyne.WidgetRenderer {
	r := &progressRenderer{p: p, track: newGround(2), fill: newGround(2)}
	r.Refresh()
	return r
}

type progressRenderer struct {
	p           *Progress
	track, fill ground
}

func (r *progressRenderer) MinSize() fyne.Size { return fyne.NewSize(40, 4) }

func (r *progressRenderer) Layout(size fyne.Size) {
	r.track.Resize(size)
	r.fill.Resize(fyne.NewSize(size.Width*float32(min(max(r.p.share, 0), 1)), size.Height))
}

func (r *progressRenderer) Refresh() {
	r.Layout(r.p.Size())
	r.track.paint(theme.ColorLine, "", 0)
	r.fill.paint(theme.ColorAccent, "", 0)
}

func (r *progressRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.track.Rectangle, r.fill.Rectangle}
}
func (r *progressRenderer) Destroy() {}
