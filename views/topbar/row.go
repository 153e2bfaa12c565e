package topbar

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/views/widgets"
)

// row is one line of the picker in sight. The pointer moves the highlight, as the arrows do.
type row struct {
	widget.BaseWidget

	list   *list
	index  int
	entry  entry
	lit    bool
	chosen bool

	sees, star *widgets.IconButton
}

func newRow(l *list) *row {
	r := &row{list: l}
	r.sees = widgets.NewIconButton("eye", lang.L("Can see pictures"), func() { r.list.picker.sees(r.entry.item) })
	r.star = widgets.NewIconButton("star", lang.L("Favourite"), func() { r.list.picker.favourite(r.entry.item) })
	r.sees.SetSide(28)
	r.star.SetSide(28)
	r.ExtendBaseWidget(r)
	return r
}

func (r *row) set(index int, e entry, lit, chosen bool) {
	r.index, r.entry, r.lit, r.chosen = index, e, lit, chosen
	r.Refresh()
}

// Tapped picks the model. A click on a heading does nothing, and leaves the keyboard in the search field.
func (r *row) Tapped(*fyne.PointEvent) {
	if r.entry.choosable() {
		r.list.picker.pick(r.entry.item)
	} else {
		r.list.picker.focus()
	}
}

// MouseIn implements desktop.Hoverable.
func (r *row) MouseIn(*desktop.MouseEvent) { r.light() }

// MouseMoved implements desktop.Hoverable.
func (r *row) MouseMoved(*desktop.MouseEvent) { r.light() }

// MouseOut implements desktop.Hoverable; the highlight stays, as it is the keyboard's too.
func (r *row) MouseOut() {}

func (r *row) light() {
	if r.entry.choosable() && !r.lit {
		r.list.at = r.index
		r.list.place()
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (r *row) AccessibilityLabel() string { return r.entry.words() }

// AccessibilityRole implements fyne.Accessible.
func (r *row) AccessibilityRole() fyne.AccessibleRole {
	if r.entry.choosable() {
		return fyne.AccessibleRoleButton
	}
	return fyne.AccessibleRoleText
}
