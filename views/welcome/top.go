package welcome

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/widgets"
)

// Top is the bar above the page where there are chats beside it. Its callback is set before it is shown.
type Top struct {
	widget.BaseWidget

	// OnSidebar asks to show the sidebar.
	OnSidebar func()

	title   *widgets.Title
	sidebar *widgets.IconButton
}

// NewTop makes the bar.
func NewTop() *Top {
	t := &Top{title: widgets.NewTitle(lang.L("Not connected"), fynetheme.SizeNameSubHeadingText)}
	t.sidebar = widgets.NewIconButton("panel-left", lang.L("Show the sidebar"), func() { t.OnSidebar() })
	t.sidebar.Hide()
	t.ExtendBaseWidget(t)
	return t
}

// SetSidebarButton shows the button that brings the sidebar back, and on it whether a recording goes on.
func (t *Top) SetSidebarButton(folded, recording bool) {
	widgets.Show(t.sidebar, folded)
	widgets.TellRecording(t.sidebar, recording)
	t.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (t *Top) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Drawing{
		Least: func() fyne.Size { return fyne.NewSize(320, widgets.TopHeight()) },
		Place: func(size fyne.Size) {
			const edge = 16
			left := float32(edge)
			if t.sidebar.Visible() {
				width := t.sidebar.MinSize().Width
				widgets.Middle(t.sidebar, left, width, size.Height)
				left += width + 8
			}
			widgets.Middle(t.title, left, size.Width-edge-left, size.Height)
		},
		Deep: true,
	}.Of(t, t.sidebar, t.title)
}
