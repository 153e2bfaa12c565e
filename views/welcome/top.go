package welcome

import (
	"parlando/views/i18n"
	"parlando/views/widgets"
)

// NewTop returns the bar above the page.
func NewTop() *widgets.PageBar {
	t := &widgets.PageBar{}
	t.Fill(t, i18n.Text("Not connected"), nil, nil)
	return t
}
