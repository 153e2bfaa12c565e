package transcribe

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/app/chat"
	"parley/app/recordings"
	"parley/app/transcripts"
	"parley/views/theme"
	"parley/views/widgets"
)

// Formats are the names of what can be dropped, as the interface takes them and as people have it besides.
const Formats = "mp3, mp4, mpeg, mpga, m4a, wav, webm, ogg, opus, flac, aiff"

// side is the left column: the tabs, what is being recorded, and the list of the tab that is shown.
type side struct {
	widget.BaseWidget
	calls *Calls

	tabs          [2]*widgets.Button
	live          *live
	transcripts   *list
	recordings    *list
	recordingsTab bool
	nothing       *widgets.Words
	unread        *widgets.Words // above the list that is shown
	unlisted      [2]string      // what unread says of transcripts and of recordings, "" for nothing
	known         []transcripts.Transcript
	kept          []recordings.Recording
	queue         []chat.ID
	drop          *widgets.DropZone
}

const (
	sideMargin = 12
	tabHeight  = 34
)

func newSide(calls *Calls) *side {
	s := &side{calls: calls}
	s.tabs[0] = widgets.NewButton(lang.L("Transcripts"), widgets.Secondary, func() { s.showRecordings(false) }).SetSmall()
	s.tabs[1] = widgets.NewButton(lang.L("Recordings"), widgets.Secondary, func() { s.showRecordings(true) }).SetSmall()
	s.live = newLive(calls)
	s.drop = newDrop(calls)
	popup := func(o *widgets.Overlay) {
		if o != nil {
			calls.OnPopup(o)
		}
	}
	s.transcripts = newList(lang.L("Transcripts"), rowCalls{
		open: func(id chat.ID) { calls.OnOpen(id) }, why: func(id chat.ID) { calls.OnOpen(id) }, again: s.goOn,
		remove: func(id chat.ID) { calls.OnDelete(id) }, rename: func(id chat.ID, title string) { calls.OnRename(id, title) },
		menu: s.menu, popup: popup,
	}, s.drop)
	s.recordings = newList(lang.L("Recordings"), rowCalls{
		open: func(id chat.ID) { calls.Recordings.OnOpen(id) }, again: func(id chat.ID) { calls.Recordings.OnTranscribe(id) },
		play: func(id chat.ID) { calls.Recordings.OnPlay(id) }, remove: func(id chat.ID) { calls.Recordings.OnDelete(id) },
		rename: func(id chat.ID, title string) { calls.Recordings.OnRename(id, title) },
		menu:   s.recordingMenu, popup: popup,
	}, nil)
	s.recordings.Hide()
	s.nothing = widgets.NewMuted(lang.L("What you record stays here, whatever becomes of it. Nothing is sent before you ask for it.")).Flush()
	s.nothing.Hide()
	s.unread = widgets.NewMuted("").Flush()
	s.unread.Hide()
	s.tabs[0].SetChosen(true)
	s.tabs[1].SetMuted(true)
	s.ExtendBaseWidget(s)
	return s
}

func newDrop(calls *Calls) *widgets.DropZone {
	return widgets.NewDropZone(lang.L("Drop audio here"), Formats, func() { calls.OnAdd() })
}

// showRecordings chooses a tab.
func (s *side) showRecordings(on bool) {
	s.transcripts.endRename()
	s.recordings.endRename()
	s.recordingsTab = on
	for i, tab := range s.tabs {
		tab.SetChosen(on == (i == 1))
		tab.SetMuted(on != (i == 1))
	}
	s.Refresh()
}

// goOn is the last word of a row: try again, or go on.
func (s *side) goOn(id chat.ID) {
	if t, ok := s.find(id); ok && t.State == transcripts.Paused {
		s.calls.OnResume(id)
		return
	}
	s.calls.OnRetry(id)
}

func (s *side) find(id chat.ID) (transcripts.Transcript, bool) {
	for _, t := range s.known {
		if t.ID == id {
			return t, true
		}
	}
	return transcripts.Transcript{}, false
}

func (s *side) setTranscripts(known []transcripts.Transcript) {
	s.known, s.queue = known, s.queue[:0]
	items := make([]item, len(known))
	type source struct {
		path      string
		recording chat.ID
	}
	same := map[source]int{}
	for _, t := range known {
		same[source{t.Path, t.Recording}]++
	}
	for i, t := range known {
		items[i] = itemOf(t)
		if same[source{t.Path, t.Recording}] > 1 { // which is which
			items[i].detail = join(items[i].detail, t.Model)
		}
		if t.State != transcripts.Done {
			s.queue = append(s.queue, t.ID)
		}
	}
	s.transcripts.set(items)
}

func (s *side) setRecordings(kept []recordings.Recording, playing chat.ID, now time.Time) {
	s.kept = kept
	items := make([]item, 0, len(kept))
	for _, r := range kept {
		items = append(items, itemOfRecording(r, r.ID == playing, now))
	}
	s.recordings.set(items)
	if empty := len(items) == 0; empty != s.nothing.Visible() && s.recordingsTab {
		s.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (s *side) CreateRenderer() fyne.WidgetRenderer {
	r := &sideRenderer{s}
	r.Refresh()
	return r
}

type sideRenderer struct{ s *side }

func (r *sideRenderer) MinSize() fyne.Size { return fyne.NewSize(200, 160) }

func (r *sideRenderer) Layout(size fyne.Size) {
	s := r.s
	width := max(size.Width-2*sideMargin, 0)
	tab := (width - 6) / 2
	height := max(tabHeight, s.tabs[0].MinSize().Height)
	widgets.Place(s.tabs[0], sideMargin, sideMargin, tab, height)
	widgets.Place(s.tabs[1], sideMargin+tab+6, sideMargin, tab, height)
	y := sideMargin + height + rowGap
	if s.unread.Visible() {
		h := widgets.HeightAt(s.unread, width-20)
		widgets.Place(s.unread, sideMargin+10, y+4, width-20, h)
		y += h + 2*rowGap
	}
	if s.live.Visible() {
		h := widgets.HeightAt(s.live, width)
		widgets.Place(s.live, sideMargin, y, width, h)
		y += h + 2*rowGap
	}
	if s.nothing.Visible() {
		widgets.Place(s.nothing, sideMargin+10, y+10, width-20, widgets.HeightAt(s.nothing, width-20))
	}
	widgets.Place(s.transcripts, sideMargin, y, width, size.Height-y)
	widgets.Place(s.recordings, sideMargin, y, width, size.Height-y)
}

func (r *sideRenderer) Refresh() {
	s := r.s
	widgets.Show(s.transcripts, !s.recordingsTab)
	widgets.Show(s.recordings, s.recordingsTab)
	unread := s.unlisted[0]
	if s.recordingsTab {
		unread = s.unlisted[1]
	}
	s.unread.SetText(unread)
	widgets.Show(s.unread, unread != "")
	widgets.Show(s.nothing, s.recordingsTab && len(s.kept) == 0 && unread == "")
	r.Layout(s.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

func (r *sideRenderer) Objects() []fyne.CanvasObject {
	s := r.s
	return []fyne.CanvasObject{s.tabs[0], s.tabs[1], s.live, s.unread, s.nothing, s.transcripts, s.recordings}
}
func (r *sideRenderer) Destroy() {}

// line is a rule in the colour of rules.
func line() *widgets.Box { return widgets.NewBox(widgets.Gap(0), theme.ColorLine, "", 0, 0, 0) }
