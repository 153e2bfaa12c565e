package transcript

import (
	"fyne.io/fyne/v2"

	"parlando/views/widgets"
)

// CreateRenderer implements fyne.Widget.
func (v *View) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(240, 200) },
		Place:   v.place,
		Paint: func() {
			widgets.SetVisible(v.head, v.has)
			widgets.SetVisible(v.lines, v.readable())
			if !v.readable() {
				widgets.SetVisible(v.finder, false)
			}
		},
		RefreshesChildren: true,
	}.Of(v, v.lines, v.center, v.head, v.finder, v.notes, v.follow, v.Player)
}

// relayout lays out the view again after the height of a part has changed.
func (v *View) relayout() { v.place(v.Size()) }

func (v *View) place(size fyne.Size) {
	if size.Width <= 0 || size.Height <= 0 {
		return
	}
	y := float32(0)
	if v.head.Visible() {
		widgets.Place(v.head, 0, 0, size.Width, headHeight)
		y = headHeight - 4
	}
	if v.finder.Visible() {
		high := v.finder.MinSize().Height
		widgets.Place(v.finder, 0, y, size.Width, high)
		y += high
	}
	if len(v.notes.Objects) > 0 {
		high := float32(0)
		for i, o := range v.notes.Objects {
			if high += widgets.HeightAt(o, size.Width-2*edge); i > 0 {
				high += 6
			}
		}
		widgets.Place(v.notes, edge, y, size.Width-2*edge, high)
		y += high + 10
	}
	foot := size.Height
	if v.Player.Visible() {
		high := v.Player.HeightFor(size.Width)
		foot -= high
		widgets.Place(v.Player, 0, foot, size.Width, high)
	}
	widgets.Place(v.lines, 0, y, size.Width, foot-y)
	widgets.Place(v.center, 0, y, size.Width, foot-y)
	m := v.follow.MinSize()
	widgets.Place(v.follow, float32(int((size.Width-m.Width)/2)), foot-m.Height-14, m.Width, m.Height)
}
