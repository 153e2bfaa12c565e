package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
)

// Progress is a thin progress bar.
type Progress struct {
	widget.BaseWidget
	share  float64
	danger bool
}

// NewProgress returns an empty progress bar.
func NewProgress() *Progress {
	p := &Progress{}
	p.ExtendBaseWidget(p)
	return p
}

// Set sets the completed fraction, from 0 to 1.
func (p *Progress) Set(share float64) {
	if p.share != share {
		p.share = share
		p.Refresh()
	}
}

// SetDanger shows the completed part in the color of errors.
func (p *Progress) SetDanger(danger bool) {
	if p.danger != danger {
		p.danger = danger
		p.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (p *Progress) CreateRenderer() fyne.WidgetRenderer {
	track, fill := NewThemedRectangle(2), NewThemedRectangle(2)
	return Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(40, 4) },
		Place: func(size fyne.Size) {
			track.Resize(size)
			fill.Resize(fyne.NewSize(size.Width*float32(min(max(p.share, 0), 1)), size.Height))
		},
		Paint: func() {
			track.Paint(theme.ColorLine, "", 0)
			color := theme.ColorAccent
			if p.danger {
				color = theme.ColorDanger
			}
			fill.Paint(color, "", 0)
		},
	}.Of(p, track.Rectangle, fill.Rectangle)
}
