package speak

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/speechexports"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/widgets/list"
	"parlando/views/words"
)

// fileActions performs the actions of the list of speech exports.
type fileActions interface {
	// Play plays a file, or pauses or resumes it.
	Play(id chat.ID)
	// Save saves another copy of a file.
	Save(id chat.ID)
	// Cancel cancels a running export.
	Cancel(id chat.ID)
	// Delete deletes a file.
	Delete(id chat.ID)
	// Resume resumes a stopped export, in another format if one is given.
	Resume(id chat.ID, format string)
	// MakeAgain resumes a failed export at another speed; nil omits the speed from the request.
	MakeAgain(id chat.ID, speed *float64)
}

// mp3 is the format that every service supports.
const mp3 = "mp3"

// madeFiles is the list of speech exports.
type madeFiles struct {
	actions fileActions
	object  *fyne.Container
	list    *list.List
	unread  *widgets.Text // above the files
	files   []speechexports.SpeechExport
	playing chat.ID
}

// The ids of the buttons of a row.
const (
	playID   = "play"
	saveID   = "save"
	cancelID = "cancel"
	resumeID = "resume"
	mp3ID    = "mp3"
)

func newMade(actions fileActions) *madeFiles {
	m := &madeFiles{actions: actions, unread: widgets.NewMuted("").NoMargin()}
	look := list.Style{Gap: 6, MinHeight: 28, LineGap: 4, LeadGap: 4, TextGap: 6, Small: true, Plain: true, Controls: true}
	m.list = list.New(look, list.Callbacks{
		Key: func(i int) string { return string(m.files[i].ID) }, Row: func(i int) list.Row { return rowOf(m.files[i], m.files[i].ID == m.playing) },
		Button: m.pressed, Menu: m.menu,
	})
	m.unread.Hide()
	m.object = container.New(&widgets.Column{Gap: 6}, widgets.NewTitle(i18n.Text("Saved audio"), fynetheme.SizeNameText), m.unread, m.list)
	m.object.Hide()
	return m
}

// SetMade shows the files; playing is the one being played, "" for none.
func (p *panel) SetMade(list []speechexports.SpeechExport, playing chat.ID) {
	var now *speechexports.SpeechExport
	var rest []speechexports.SpeechExport
	for i, n := range list {
		if n.State == speechexports.StateMaking {
			now = &list[i]
			continue
		}
		rest = append(rest, n)
	}
	changed := p.making.set(now)
	if p.made.set(rest, playing) || changed {
		p.Refresh()
	}
}

// SetUnread shows above the files that some could not be listed; "" hides the sentence.
func (p *panel) SetUnread(sentence string) {
	if m := p.made; sentence != m.unread.Text() {
		m.unread.SetText(sentence)
		widgets.SetVisible(m.unread, sentence != "")
		widgets.SetVisible(m.object, len(m.files) > 0 || sentence != "")
		p.Refresh()
	}
}

// set shows the files and reports whether the height has changed.
func (m *madeFiles) set(files []speechexports.SpeechExport, playing chat.ID) bool {
	before, shown := m.list.Height(), m.object.Visible()
	m.files, m.playing = files, playing
	m.list.Set(len(files), false)
	widgets.SetVisible(m.object, len(files) > 0 || m.unread.Visible())
	return m.list.Height() != before || m.object.Visible() != shown
}

// rowOf returns the row of a file; playing means that it is being played.
func rowOf(n speechexports.SpeechExport, playing bool) list.Row {
	title := map[string]any{"Title": n.Title}
	more := list.Button{ID: list.More, Icon: "ellipsis", Name: i18n.Text("More about {{.Title}}", title)}
	r := list.Row{Title: n.Title, Buttons: []list.Button{more}}
	if n.Problem.Kind != "" {
		about := words.TextForReadingProblem(n.Problem)
		r.Caution = about.Title
		if n.Problem.Format != "" { // what the service said helps
			r.Note = about.Safe
		}
	}
	if n.State == speechexports.Done {
		r.Suffix = " · " + words.PositionTime(n.Length)
		r.Leading = list.Button{ID: playID, Icon: "play", Name: i18n.Text("Play {{.Title}}", title), Color: fynetheme.ColorNameForeground}
		if playing {
			r.Leading.Icon, r.Leading.Name = "pause", i18n.Text("Pause {{.Title}}", title)
		}
		r.Buttons = []list.Button{{ID: saveID, Icon: "download", Name: i18n.Text("Save {{.Title}} again", title)}, more}
		return r
	}
	r.Bar, r.Share, r.Detail = true, n.Share, stateWords(n)
	if again := words.ExportRetries(n.Problem.Refusal); len(again) > 0 {
		for i, way := range slices.Backward(again) {
			r.Choices = append(r.Choices, list.Button{ID: strconv.Itoa(i), Name: way.Label})
		}
		return r
	}
	do := list.Button{ID: resumeID, Name: i18n.Text("Resume")}
	switch {
	case n.Problem.Format != "" && n.Format != mp3: // refused again it would be
		do = list.Button{ID: mp3ID, Name: i18n.Text("Create MP3")}
	case n.State == speechexports.Waiting:
		do = list.Button{ID: cancelID, Name: i18n.Text("Cancel")}
	}
	r.Buttons = []list.Button{do, more}
	return r
}

// pressed performs the action of a button in a row.
func (m *madeFiles) pressed(i int, button string) {
	n := m.files[i]
	switch button {
	case playID:
		m.actions.Play(n.ID)
	case saveID:
		m.actions.Save(n.ID)
	case cancelID:
		m.actions.Cancel(n.ID)
	case resumeID:
		m.actions.Resume(n.ID, "")
	case mp3ID:
		m.actions.Resume(n.ID, mp3)
	default:
		again := words.ExportRetries(n.Problem.Refusal)
		if at, err := strconv.Atoi(button); err == nil && at < len(again) {
			m.actions.MakeAgain(n.ID, again[at].Value)
		}
	}
}

// line returns a line of small text that is truncated with … if there is no room.
func line(s string, color fyne.ThemeColorName) *widgets.Text {
	return widgets.NewText(s, color, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).Truncate().NoMargin()
}

// stateWords returns the progress of an unfinished export.
func stateWords(n speechexports.SpeechExport) string {
	parts := i18n.Text("{{.Done}} of {{.Parts}}", map[string]any{"Done": i18n.Number(n.PartsDone), "Parts": words.RequestCount(n.Parts)})
	switch n.State {
	case speechexports.Waiting:
		return i18n.Text("Waiting") + " · " + words.RequestCount(n.Parts)
	case speechexports.StateMaking:
		if n.PartsDone == n.Parts {
			joined := i18n.Text("{{.Done}} of {{.Parts}}", map[string]any{"Done": i18n.Number(n.PartsJoined), "Parts": words.RequestCount(n.Parts)})
			return i18n.Text("Creating one file") + " · " + joined
		}
		if n.Left > 0 {
			return parts + " · " + words.TimeLeft(n.Left)
		}
		return parts
	default:
		return i18n.Text("Stopped") + " · " + parts
	}
}

// menu returns the other actions on a file.
func (m *madeFiles) menu(i int) (items []widgets.MenuItem) {
	n := m.files[i]
	if n.State == speechexports.Done {
		items = append(items, widgets.MenuItem{Icon: "download", Text: i18n.Text("Save again…"), Do: func() { m.actions.Save(n.ID) }})
	}
	return append(items, widgets.MenuItem{Icon: "trash-2", Text: i18n.Text("Delete"), Danger: true, Do: func() { m.actions.Delete(n.ID) }})
}

// fileInProgress shows the running export above Save.
type fileInProgress struct {
	object *fyne.Container
	title  *widgets.Text
	state  *widgets.Text
	bar    *widgets.Progress
	id     chat.ID
}

func newMaking(actions fileActions) *fileInProgress {
	m := &fileInProgress{bar: widgets.NewProgress(), title: line("", fynetheme.ColorNameForeground), state: line("", theme.ColorMuted)}
	cancel := widgets.NewButton(i18n.Text("Cancel"), widgets.Secondary, func() { actions.Cancel(m.id) })
	cancel.SetSmall()
	m.object = container.New(&widgets.Column{Gap: 4}, container.New(&ends{}, widgets.Gap(0), m.title, cancel), m.bar, m.state)
	m.object.Hide()
	return m
}

// set shows the running export, nil for none, and reports whether it appeared or disappeared.
func (m *fileInProgress) set(n *speechexports.SpeechExport) bool {
	was := m.object.Visible()
	widgets.SetVisible(m.object, n != nil)
	if n != nil {
		m.id = n.ID
		m.title.SetText(i18n.Text("Creating {{.Title}}", map[string]any{"Title": n.Title}))
		m.state.SetText(stateWords(*n))
		m.bar.Set(n.Share)
	}
	return was != (n != nil)
}

// ends places the first object at the left end, the others at the right end, and the second in the
// space between them.
type ends struct{}

// MinSize implements fyne.Layout.
func (ends) MinSize(objects []fyne.CanvasObject) fyne.Size {
	h := float32(28)
	for _, o := range objects {
		h = max(h, o.MinSize().Height)
	}
	return fyne.NewSize(0, h)
}

// Layout implements fyne.Layout.
func (ends) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left, right := objects[0].MinSize().Width, size.Width
	widgets.CenterVertically(objects[0], 0, left, size.Height)
	for i := len(objects) - 1; i > 1; i-- {
		w := objects[i].MinSize().Width
		right -= w
		widgets.CenterVertically(objects[i], right, w, size.Height)
	}
	if left > 1 {
		left += 4
	}
	if left <= 1 {
		left = 0 // nothing stands at the left
	}
	widgets.CenterVertically(objects[1], left, max(right-left-6, 0), size.Height)
}
