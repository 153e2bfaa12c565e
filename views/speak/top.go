package speak

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/views/widgets"
)

// Top is the bar above the page, 52 high. Its callbacks are set before it is shown.
type Top struct {
	widget.BaseWidget

	// OnSidebar asks to show the sidebar, OnPanel the panel where it has no room beside the text.
	OnSidebar, OnPanel func()
	// OnOpen asks for a file, OnClear to empty the page.
	OnOpen, OnClear func()

	title          *widgets.Title
	badge          *widgets.Badge
	sidebar        *widgets.IconButton
	panel, clear   *widgets.Button
	open           *widgets.Button
	folded, beside bool
	// reason is why the page cannot be emptied.
	reason string
}

// NewTop makes the bar.
func NewTop() *Top {
	t := &Top{beside: true}
	t.title = widgets.NewTitle(lang.L("Speak"), fynetheme.SizeNameSubHeadingText)
	t.badge = widgets.NewPractice()
	t.sidebar = widgets.NewIconButton("panel-left", lang.L("Show the sidebar"), func() { t.OnSidebar() })
	t.clear = widgets.NewButton(lang.L("Clear"), widgets.Quiet, func() { t.OnClear() })
	t.panel = widgets.NewButton(lang.L("Voice"), widgets.Secondary, func() { t.OnPanel() })
	t.panel.SetIcon("sliders-horizontal")
	t.open = widgets.NewButton(lang.L("Open text file"), widgets.Secondary, func() { t.OnOpen() })
	t.open.SetIcon("file-text")
	t.ExtendBaseWidget(t)
	return t
}

// SetSidebarButton shows the button that brings the sidebar back, and on it whether a recording goes on.
func (t *Top) SetSidebarButton(folded, recording bool) {
	t.folded = folded
	widgets.TellRecording(t.sidebar, recording)
	t.Refresh()
}

// SetPanelBeside says that the panel stands beside the text, so that no button is needed for it.
func (t *Top) SetPanelBeside(beside bool) { t.beside = beside; t.Refresh() }

// SetPanelOpen marks the button of the panel.
func (t *Top) SetPanelOpen(open bool) { t.panel.SetChosen(open) }

// SetClear says why the page cannot be emptied now; "" is that it can.
func (t *Top) SetClear(reason string) {
	if t.reason != reason {
		t.reason = reason
		t.clear.SetDisabled(reason)
	}
}

// SetPractice shows or hides the badge that says that no real model answers.
func (t *Top) SetPractice(on bool) {
	widgets.Show(t.badge, on)
	t.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (t *Top) CreateRenderer() fyne.WidgetRenderer {
	r := &topRenderer{t}
	r.Refresh()
	return r
}

const edge = 16

type topRenderer struct{ t *Top }

func (r *topRenderer) MinSize() fyne.Size { return fyne.NewSize(320, widgets.TopHeight()) }

func (r *topRenderer) Layout(size fyne.Size) {
	t := r.t
	right := size.Width - edge
	for _, o := range []fyne.CanvasObject{t.open, t.panel, t.clear} {
		if o.Visible() {
			right -= o.MinSize().Width
			widgets.Middle(o, right, o.MinSize().Width, size.Height)
			right -= 8
		}
	}
	left := float32(edge)
	if t.sidebar.Visible() {
		widgets.Middle(t.sidebar, left, t.sidebar.MinSize().Width, size.Height)
		left += t.sidebar.MinSize().Width + 8
	}
	widgets.TitleWithBadge(t.title, t.badge, left, right, size.Height)
}

func (r *topRenderer) Refresh() {
	widgets.Show(r.t.sidebar, r.t.folded)
	widgets.Show(r.t.panel, !r.t.beside)
	r.Layout(r.t.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

func (r *topRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.t.sidebar, r.t.title, r.t.badge, r.t.clear, r.t.panel, r.t.open}
}
func (r *topRenderer) Destroy() {}
