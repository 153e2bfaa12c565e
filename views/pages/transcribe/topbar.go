package transcribe

import (
	"fyne.io/fyne/v2"

	"parlando/views/i18n"
	"parlando/views/widgets"
)

// topBar is the bar above the page. Set its callbacks before it is shown.
type topBar struct {
	widgets.PageBar

	// OnBack shows the list if the list does not fit beside the transcript.
	OnBack func()
	// OnRecord starts a recording, or ends the running one; OnAdd opens a dialog to add files.
	OnRecord, OnAdd func()
	// MoreItems returns the actions for all transcripts.
	MoreItems func() []widgets.MenuItem

	back, more  *widgets.IconButton
	record, add *widgets.Button
	recording   string
}

// newTopBar returns the bar. help opens the help.
func newTopBar(help *widgets.IconButton) *topBar {
	t := &topBar{}
	t.back = widgets.NewIconButton("arrow-left", i18n.Text("Back to the list"), func() { t.OnBack() })
	t.back.Hide()
	t.record = widgets.NewButton(i18n.Text("Record"), widgets.Secondary, func() { t.OnRecord() }).SetIcon("mic")
	t.add = widgets.NewButton(i18n.Text("Add audio files"), widgets.Primary, func() { t.OnAdd() }).SetIcon("file-plus-corner")
	t.more = widgets.NewIconButton("ellipsis", i18n.Text("All transcripts"), func() {
		widgets.ShowMenu(t.more, t.MoreItems())
	})
	t.Fill(t, i18n.TextIn("page", "Transcribe"), []fyne.CanvasObject{t.back}, []fyne.CanvasObject{help, t.more, t.record, t.add})
	t.SetEmpty(true)
	return t
}

// SetBack shows or hides the button that leads to the list.
func (t *topBar) SetBack(deep bool) { t.ShowPart(t.back, deep) }

// SetEmpty hides the buttons that the empty page has itself.
func (t *topBar) SetEmpty(empty bool) {
	t.ShowPart(t.record, !empty)
	t.ShowPart(t.add, !empty)
}

// SetRecording turns Record into a stop button during a recording; elapsed is the recording's
// length, "" for none. reason disables the button.
func (t *topBar) SetRecording(elapsed, reason string) {
	words, icon := i18n.Text("Record"), "mic"
	if elapsed != "" {
		words, icon = i18n.Text("Stop · {{.Elapsed}}", map[string]any{"Elapsed": elapsed}), "circle-stop"
	}
	if state := words + reason; t.recording != state {
		t.recording = state
		t.record.SetIcon(icon)
		t.record.SetText(words)
		t.record.SetChosen(elapsed != "")
		t.record.SetDisabled(reason)
		t.Refresh()
	}
}
