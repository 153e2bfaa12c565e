package player

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Height is how high the bar is while its words are on one line.
const Height = 56

// Bar is the player. All of it is used on Fyne's thread.
type Bar struct {
	widget.BaseWidget
}

// New makes a bar that shows nothing.
func New() *Bar {
	b := &Bar{}
	b.ExtendBaseWidget(b)
	return b
}

// HeightFor is how high the bar wants to be at a width.
func (b *Bar) HeightFor(float32) float32 { return Height }

// CreateRenderer implements fyne.Widget.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}
