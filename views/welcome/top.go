package welcome

import (
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// NewTopBar returns the bar above the page.
func NewTopBar() *widgets.PageBar {
	t := &widgets.PageBar{}
	t.Fill(t, i18n.Text("Not connected"), nil, nil)
	return t
}
