package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/views/theme"
	"parlando/views/widgets"
)

// frame is a border around related controls.
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
	ground := widgets.NewThemedRectangle(theme.RadiusCard)
	return widgets.Renderer{
		MinSize: func() fyne.Size {
			if w := f.Size().Width; w > 2*frameInset {
				f.content.Resize(fyne.NewSize(w-2*frameInset, f.content.Size().Height))
			}
			return fyne.NewSize(160, f.content.MinSize().Height+2*frameInset)
		},
		Place: func(s fyne.Size) {
			ground.Resize(s)
			widgets.Place(f.content, frameInset, frameInset, s.Width-2*frameInset, s.Height-2*frameInset)
		},
		Paint:             func() { ground.Paint(theme.ColorCard, theme.ColorLine, 1) },
		RefreshesChildren: true,
	}.Of(f, ground.Rectangle, f.content)
}
