package transcribe

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/app/ledger"
	"parlando/app/recordings"
	"parlando/app/transcripts"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

// soundFormats lists the formats that can be dropped: formats the API accepts, and formats Parlando
// converts.
var soundFormats = []string{"mp3", "mp4", "mpeg", "mpga", "m4a", "wav", "webm", "ogg", "opus", "flac", "aiff"}

// side is the left column: the tabs, the running recording, and the list of the selected tab.
type side struct {
	widget.BaseWidget
	options bodyOptions

	tabs          *widgets.SegmentedControl
	live          *liveCard
	transcripts   *list.FocusList
	recordings    *list.FocusList
	recordingsTab bool
	nothing       *widgets.Text
	unread        *widgets.Text // above the list of the selected tab
	// unlisted holds the texts of unread for transcripts and for recordings, "" for none.
	unlisted [2]string
	known    []transcripts.Transcript
	kept     []recordings.Recording
	queue    []chat.ID
	// costs has what each transcript has cost, nil if costs are hidden.
	costs map[chat.ID]ledger.Total
	// sources counts the transcripts of each sound.
	sources map[source]int
	// opened is the open item, a recording if openedRecording is set. playing is the recording
	// being played; "" for none.
	opened          chat.ID
	openedRecording bool
	playing         chat.ID
	now             time.Time
	drop            *widgets.DropZone
}

const (
	sideMargin = 12
)

func newSide(o bodyOptions) *side {
	s := &side{options: o}
	s.tabs = widgets.NewSegmentedControl(i18n.Text("List"))
	s.tabs.OnChosen = func(tab int) { s.showRecordings(tab == 1) }
	s.live = newLiveCard(o.Recordings)
	s.drop = newDrop(o.Batch)
	s.transcripts = list.NewFocus(i18n.Text("Transcripts"), rowLook, list.Callbacks{
		Key: func(i int) string { return string(s.known[i].ID) }, Kind: s.transcriptKind, Row: s.transcriptRow,
		Open:   func(i int) { o.OnOpen(s.known[i].ID) },
		Delete: func(i int) { o.Transcripts.Delete(s.known[i].ID) },
		Button: s.pressed,
		Rename: func(key, title string) { o.Transcripts.Rename(chat.ID(key), title) },
		Menu:   func(i int) []widgets.MenuItem { return s.menu(s.known[i]) },
	})
	s.transcripts.SetFoot(s.drop)
	s.recordings = list.NewFocus(i18n.Text("Recordings"), rowLook, list.Callbacks{
		Key: func(i int) string { return string(s.kept[i].ID) }, Kind: func(int) list.Kind { return list.TwoLines }, Row: s.recordingRow,
		Open:   func(i int) { o.OnOpenRecording(s.kept[i].ID) },
		Delete: func(i int) { o.Recordings.Delete(s.kept[i].ID) },
		Button: s.recordingPressed,
		Rename: func(key, title string) { o.Recordings.Rename(chat.ID(key), title) },
		Menu:   func(i int) []widgets.MenuItem { return s.recordingMenu(s.kept[i]) },
	})
	s.recordings.Hide()
	s.nothing = widgets.NewMuted(i18n.Text("Recordings stay on this computer. Nothing is sent until you ask for it.")).NoMargin()
	s.nothing.Hide()
	s.unread = widgets.NewMuted("").NoMargin()
	s.unread.Hide()
	s.ExtendBaseWidget(s)
	s.showRecordings(false)
	return s
}

func newDrop(b batchActions) *widgets.DropZone {
	return widgets.NewDropZone(i18n.Text("Drop audio here"), format.List(soundFormats), b.ChooseFiles)
}

// showRecordings selects a tab.
func (s *side) showRecordings(on bool) {
	s.transcripts.EndRename()
	s.recordings.EndRename()
	s.recordingsTab = on
	chosen := 0
	if on {
		chosen = 1
	}
	s.tabs.Set([]string{i18n.Text("Transcripts"), i18n.Text("Recordings")}, chosen)
	s.Refresh()
}

func (s *side) find(id chat.ID) (transcripts.Transcript, bool) {
	for _, t := range s.known {
		if t.ID == id {
			return t, true
		}
	}
	return transcripts.Transcript{}, false
}

// open selects the open transcript or recording in its list and scrolls to it.
func (s *side) open(id chat.ID, recording bool) {
	if s.opened == id && s.openedRecording == recording {
		return
	}
	s.opened, s.openedRecording = id, recording
	at := s.transcripts
	if recording {
		at = s.recordings
	}
	if i := at.Find(string(id)); i >= 0 {
		at.MakeCurrent(i)
	}
	s.transcripts.Update()
	s.recordings.Update()
}

func (s *side) setTranscripts(known []transcripts.Transcript) {
	s.known, s.queue, s.sources = known, s.queue[:0], map[source]int{}
	for _, t := range known {
		s.sources[sourceOf(t)]++
		if t.State != transcripts.Done {
			s.queue = append(s.queue, t.ID)
		}
	}
	s.transcripts.Set(len(known), false)
}

// source identifies the sound of a transcript.
type source struct {
	path      string
	recording chat.ID
}

func sourceOf(t transcripts.Transcript) source { return source{t.Path, t.Recording} }

func (s *side) transcriptKind(i int) list.Kind {
	if s.known[i].State == transcripts.Working {
		return list.TwoLinesAndBar
	}
	return list.TwoLines
}

func (s *side) transcriptRow(i int) list.Row {
	t := s.known[i]
	row := transcriptRow(t)
	row.Selected = t.ID == s.opened && !s.openedRecording
	if total, ok := s.costs[t.ID]; ok && t.State == transcripts.Done {
		row.Detail = join(row.Detail, words.CostText(total.Sum))
	}
	if s.sources[sourceOf(t)] > 1 { // tells transcripts of the same sound apart
		row.Detail = join(row.Detail, t.Model)
	}
	return row
}

// pressed handles the button on the second line of a transcript.
func (s *side) pressed(i int, id string) {
	switch t := s.known[i]; {
	case id == whyID:
		s.options.OnOpen(t.ID)
	case t.State == transcripts.Paused:
		s.options.Queue.Resume(t.ID)
	default:
		s.options.Queue.Retry(t.ID)
	}
}

func (s *side) setRecordings(kept []recordings.Recording, playing chat.ID, now time.Time) {
	s.kept, s.playing, s.now = kept, playing, now
	s.recordings.Set(len(kept), false)
	if empty := len(kept) == 0; empty != s.nothing.Visible() && s.recordingsTab {
		s.Refresh()
	}
}

func (s *side) recordingRow(i int) list.Row {
	row := recordingRow(s.kept[i], s.kept[i].ID == s.playing, s.now)
	row.Selected = s.kept[i].ID == s.opened && s.openedRecording
	return row
}

func (s *side) recordingPressed(i int, id string) {
	if id == playID {
		s.options.Recordings.Play(s.kept[i].ID)
		return
	}
	s.options.Recordings.Transcribe(s.kept[i].ID)
}

// CreateRenderer implements fyne.Widget.
func (s *side) CreateRenderer() fyne.WidgetRenderer {
	return widgets.Renderer{
		MinSize: func() fyne.Size { return fyne.NewSize(200, 160) }, Place: s.place, Paint: s.paint, RefreshesChildren: true,
	}.Of(s, s.tabs, s.live, s.unread, s.nothing, s.transcripts, s.recordings)
}

func (s *side) place(size fyne.Size) {
	width := max(size.Width-2*sideMargin, 0)
	height := widgets.HeightAt(s.tabs, width)
	widgets.Place(s.tabs, sideMargin, sideMargin, width, height)
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

func (s *side) paint() {
	widgets.SetVisible(s.transcripts, !s.recordingsTab)
	widgets.SetVisible(s.recordings, s.recordingsTab)
	unread := s.unlisted[0]
	if s.recordingsTab {
		unread = s.unlisted[1]
	}
	s.unread.SetText(unread)
	widgets.SetVisible(s.unread, unread != "")
	widgets.SetVisible(s.nothing, s.recordingsTab && len(s.kept) == 0 && unread == "")
}
