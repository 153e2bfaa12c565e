package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
)

// frame is a border around what belongs together.
type frame struct {
	widget.BaseWidget
	content *fyne.Container
}

const frameInset = 12

func newFrame(content *fyne.Container) *frame {
	f := &frame{content: content}
	f.ExtendBaseWidget(f)
	return f
}

// CreateRenderer implements fyne.Widget.
func (f *frame) CreateRenderer() fyne.WidgetRenderer {
	r := &frameRenderer{f: f, ground: canvas.NewRectangle(nil)}
	r.ground.CornerRadius = theme.RadiusCard
	r.ground.StrokeWidth = 1
	r.Refresh()
	return r
}

type frameRenderer struct {
	f      *frame
	ground *canvas.Rectangle
}

func (r *frameRenderer) MinSize() fyne.Size {
	if w := r.f.Size().Width; w > 2*frameInset {
		r.f.content.Resize(fyne.NewSize(w-2*frameInset, r.f.content.Size().Height))
	}
	return fyne.NewSize(160, r.f.content.MinSize().Height+2*frameInset)
}

func (r *frameRenderer) Layout(s fyne.Size) {
	r.ground.Resize(s)
	r.f.content.Move(fyne.NewSquareOffsetPos(frameInset))
	r.f.content.Resize(s.Subtract(fyne.NewSquareSize(2 * frameInset)))
}

func (r *frameRenderer) Refresh() {
	r.ground.FillColor = fynetheme.Color(theme.ColorCard)
	r.ground.StrokeColor = fynetheme.Color(theme.ColorLine)
	r.ground.Refresh()
	r.f.content.Refresh()
}

func (r *frameRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground, r.f.content}
}

func (r *frameRenderer) Destroy() {}
