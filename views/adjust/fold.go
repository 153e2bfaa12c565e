package adjust

import (
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"parlando/views/form"
	"parlando/views/theme"
	"parlando/views/widgets"
)

// rowEdge is the space by which a row's background extends beyond its text.
const rowEdge = 10

// fold adds a row that expands and collapses what is below it. detail is muted text under the
// row's name, "" for none.
func (p *Panel) fold(f *form.Form, name, detail string, open bool, do func()) *widgets.NavRow {
	row := form.Control(f, "fold "+name, func() *widgets.NavRow { return widgets.NewNavRow("", name, nil) })
	row.SetOnTapped(do)
	row.SetDetail(detail)
	row.SetMark("chevron-right")
	if open {
		row.SetMark("chevron-down")
	}
	f.Add(container.New(layout.NewCustomPaddedLayout(4, 4, -rowEdge, -rowEdge), row))
	return row
}

// rule adds a hairline between two rows.
func rule(f *form.Form) { f.Add(widgets.NewBox(widgets.Gap(1), theme.ColorLine, "", 0, 0, 0)) }
