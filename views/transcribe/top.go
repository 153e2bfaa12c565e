package transcribe

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

	// OnSidebar asks to show the sidebar, OnBack the list where there is no room for it beside the transcript.
	OnSidebar, OnBack func()
	// OnRecord begins a recording, or ends the one that goes on; OnAdd asks for files.
	OnRecord, OnAdd func()
	// MoreItems are what can be done with all transcripts.
	MoreItems func() []widgets.MenuItem

	title         *widgets.Title
	badge         *widgets.Badge
	sidebar, back *widgets.IconButton
	more          *widgets.IconButton
	record, add   *widgets.Button
	folded, deep  bool
	recording     string
}

// NewTop makes the bar.
func NewTop() *Top {
	t := &Top{}
	t.title = widgets.NewTitle(lang.L("Transcribe"), fynetheme.SizeNameSubHeadingText)
	t.badge = widgets.NewPractice()
	t.sidebar = widgets.NewIconButton("panel-left", lang.L("Show the sidebar"), func() { t.OnSidebar() })
	t.back = widgets.NewIconButton("arrow-left", lang.L("Back to the list"), func() { t.OnBack() })
	t.record = widgets.NewButton(lang.L("Record"), widgets.Secondary, func() { t.OnRecord() })
	t.record.SetIcon("mic")
	t.add = widgets.NewButton(lang.L("Add audio files"), widgets.Primary, func() { t.OnAdd() })
	t.add.SetIcon("file-plus-corner")
	t.more = widgets.NewIconButton("ellipsis", lang.L("All transcripts"), func() {
		widgets.ShowMenu(t.more, t.MoreItems())
	})
	t.ExtendBaseWidget(t)
	return t
}

// SetSidebarButton shows the button that brings the sidebar back, and on it whether a recording goes on.
func (t *Top) SetSidebarButton(folded, recording bool) {
	t.folded = folded
	widgets.TellRecording(t.sidebar, recording)
	t.Refresh()
}

// SetBack shows the button that leads to the list.
func (t *Top) SetBack(deep bool) {
	if t.deep != deep {
		t.deep = deep
		t.Refresh()
	}
}

// SetRecording makes of Record what ends a recording; elapsed is how long it is, "" that none goes on. reason says why none can be begun or ended now.
func (t *Top) SetRecording(elapsed, reason string) {
	words, icon := lang.L("Record"), "mic"
	if elapsed != "" {
		words, icon = lang.L("Stop · {{.Elapsed}}", map[string]any{"Elapsed": elapsed}), "circle-stop"
	}
	if state := words + reason; t.recording != state {
		t.recording = state
		t.record.SetIcon(icon)
		t.record.SetWords(words)
		t.record.SetChosen(elapsed != "")
		t.record.SetDisabled(reason)
		t.Refresh()
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
	for _, o := range []fyne.CanvasObject{t.add, t.record, t.more} {
		right -= o.MinSize().Width
		widgets.Middle(o, right, o.MinSize().Width, size.Height)
		right -= 8
	}
	left := float32(edge)
	for _, o := range []fyne.CanvasObject{t.sidebar, t.back} {
		if o.Visible() {
			widgets.Middle(o, left, o.MinSize().Width, size.Height)
			left += o.MinSize().Width + 8
		}
	}
	widgets.TitleWithBadge(t.title, t.badge, left, right, size.Height)
}

func (r *topRenderer) Refresh() {
	widgets.Show(r.t.sidebar, r.t.folded)
	widgets.Show(r.t.back, r.t.deep)
	r.Layout(r.t.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

func (r *topRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.t.sidebar, r.t.back, r.t.title, r.t.badge, r.t.more, r.t.record, r.t.add}
}
func (r *topRenderer) Destroy() {}
