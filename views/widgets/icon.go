package widgets

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/theme"
)

// Icon is an icon beside words: it grows with them.
type Icon struct {
	widget.BaseWidget

	name string
	more float32
}

// NewIcon makes an icon of assets/icons that is larger by more than one in a row.
func NewIcon(name string, more float32) *Icon {
	i := &Icon{name: name, more: more}
	i.ExtendBaseWidget(i)
	return i
}

// CreateRenderer implements fyne.Widget.
func (i *Icon) CreateRenderer() fyne.WidgetRenderer {
	return &iconRenderer{i: i, icon: newPicture(i.name, theme.IconSize)}
}

type iconRenderer struct {
	i    *Icon
	icon *picture
}

func (r *iconRenderer) MinSize() fyne.Size { return fyne.NewSquareSize(theme.IconSide() + r.i.more) }

func (r *iconRenderer) Layout(s fyne.Size) {
	side := r.MinSize().Width
	Place(r.icon, (s.Width-side)/2, (s.Height-side)/2, side, side)
}

func (r *iconRenderer) Refresh() {
	r.icon.paint(r.i.name, fynetheme.ColorNameForeground)
	r.Layout(r.i.Size())
}

func (r *iconRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.icon.Image} }
func (r *iconRenderer) Destroy()                     {}
