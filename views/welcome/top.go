package welcome

import (
	"fyne.io/fyne/v2/lang"

	"parlando/views/widgets"
)

// NewTop makes the bar above the page.
func NewTop() *widgets.PageBar {
	t := &widgets.PageBar{}
	t.Fill(t, lang.L("Not connected"), nil, nil)
	return t
}
