package speak

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/speechexports"
	"parlando/views/form"
	"parlando/views/format"
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
	// Resume resumes a stopped export, in another format if one is given, or goes on this month
	// after the limit for which it waits.
	Resume(id chat.ID, format string)
	// MakeAgain resumes a failed export at another speed; nil omits the speed from the request.
	MakeAgain(id chat.ID, speed *float64)
}

// mp3 is the format that every service supports.
const mp3 = "mp3"

// madeFiles is the list of speech exports.
type madeFiles struct {
	actions fileActions
	list    *list.List
	files   []speechexports.SpeechExport
	playing chat.ID
}

// The ids of a row's buttons.
const (
	playID   = "play"
	saveID   = "save"
	cancelID = "cancel"
	resumeID = "resume"
	mp3ID    = "mp3"
)

func newMade(actions fileActions) *madeFiles {
	m := &madeFiles{actions: actions}
	look := list.Style{Gap: 6, MinHeight: 28, LineGap: 4, LeadGap: 4, TextGap: 6, Small: true, Plain: true, Controls: true}
	m.list = list.New(look, list.Callbacks{
		Key: func(i int) string { return string(m.files[i].ID) }, Row: func(i int) list.Row { return rowOf(m.files[i], m.files[i].ID == m.playing) },
		Button: m.pressed, Menu: m.menu,
	})
	return m
}

// SetMade shows the files; playing is the file being played, "" for none.
func (p *panel) SetMade(list []speechexports.SpeechExport, playing chat.ID) {
	var making fileInProgress
	p.made.files, p.made.playing = nil, playing
	for _, n := range list {
		if n.State == speechexports.StateMaking {
			making = fileInProgress{n.ID, i18n.Text("Creating {{.Title}}", map[string]any{"Title": n.Title}), stateWords(n), n.Share}
			continue
		}
		p.made.files = append(p.made.files, n)
	}
	p.made.list.Set(len(p.made.files), false)
	p.set(func(r *readingState) { r.Making, r.MadeHeight = making, p.made.list.Height() })
}

// SetUnread shows above the files that some could not be listed; "" hides the sentence.
func (p *panel) SetUnread(sentence string) { p.set(func(r *readingState) { r.Unread = sentence }) }

// hasMade reports whether there is something to list.
func (p *panel) hasMade() bool {
	return len(p.made.files) > 0 || p.reading.Unread != "" || p.reading.Making != (fileInProgress{})
}

// fillMade adds the list of speech exports.
func (p *panel) fillMade() {
	p.column.Add(widgets.NewTitle(i18n.Text("Saved audio"), fynetheme.SizeNameText))
	if p.reading.Unread != "" {
		p.column.Muted(p.reading.Unread)
	}
	if p.reading.Making != (fileInProgress{}) {
		p.column.Block(4, p.fillMaking)
	}
	p.column.Add(p.made.list)
}

// rowOf returns the row of a file; playing means that the file is being played.
func rowOf(n speechexports.SpeechExport, playing bool) list.Row {
	title := map[string]any{"Title": n.Title}
	more := list.Button{ID: list.More, Icon: "ellipsis", Name: i18n.Text("More about {{.Title}}", title)}
	r := list.Row{Title: n.Title, Buttons: []list.Button{more}}
	if n.Problem.Kind != "" {
		about := words.TextForReadingProblem(n.Problem)
		r.Caution = about.Title
		if n.Problem.Format != "" { // show the reason that the service gave
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
	r.ShowProgress, r.Progress, r.Detail = true, n.Share, stateWords(n)
	if again := words.ExportRetries(n.Problem.Refusal); len(again) > 0 {
		for i, way := range slices.Backward(again) {
			r.Choices = append(r.Choices, list.Button{ID: strconv.Itoa(i), Name: way.Label})
		}
		return r
	}
	if n.Problem.Kind == problem.LimitReached {
		// Beside the title, these words would leave it no room.
		r.Choices = []list.Button{{ID: resumeID, Name: words.Button(words.ContinueMonth)}}
		return r
	}
	do := list.Button{ID: resumeID, Name: i18n.TextIn("paused", "Continue")}
	switch {
	case n.Problem.Format != "" && n.Format != mp3: // the service would refuse the format again
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

// line returns a line of small text that is truncated with … if it is too long.
func line(s string, color fyne.ThemeColorName) *widgets.Text {
	return widgets.NewText(s, color, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).Truncate().NoMargin()
}

// stateWords returns the progress of an unfinished export.
func stateWords(n speechexports.SpeechExport) string {
	parts := i18n.Text("{{.Done}} of {{.Parts}}", map[string]any{"Done": format.Number(n.PartsDone), "Parts": words.RequestCount(n.Parts)})
	switch n.State {
	case speechexports.Waiting:
		if n.PartsDone > 0 {
			return i18n.Text("Waiting") + " · " + parts
		}
		return i18n.Text("Waiting") + " · " + words.RequestCount(n.Parts)
	case speechexports.StateMaking:
		if n.PartsDone == n.Parts {
			joined := i18n.Text("{{.Done}} of {{.Parts}}", map[string]any{"Done": format.Number(n.PartsJoined), "Parts": words.RequestCount(n.Parts)})
			return i18n.Text("Putting the parts together") + " · " + joined
		}
		if n.Left > 0 {
			return parts + " · " + words.TimeLeft(n.Left)
		}
		return parts
	default:
		return i18n.Text("Stopped") + " · " + parts
	}
}

// menu returns the menu of a file: the actions without a button in its row.
func (m *madeFiles) menu(i int) (items []widgets.MenuItem) {
	n := m.files[i]
	if n.State == speechexports.Done {
		items = append(items, widgets.MenuItem{Icon: "download", Text: i18n.Text("Save again…"), Do: func() { m.actions.Save(n.ID) }})
	}
	if n.Problem.Kind == problem.LimitReached {
		items = append(items, widgets.MenuItem{Icon: "x", Text: i18n.Text("Cancel"), Do: func() { m.actions.Cancel(n.ID) }})
	}
	return append(items, widgets.MenuItem{Icon: "trash-2", Text: i18n.Text("Delete"), Danger: true, Do: func() { m.actions.Delete(n.ID) }})
}

// fileInProgress is the running export.
type fileInProgress struct {
	ID           chat.ID
	Title, State string
	Share        float64
}

// line returns how far the export is, "" for none.
func (f fileInProgress) line() string {
	if f.Title == "" {
		return ""
	}
	return f.Title + " · " + f.State
}

// fillMaking adds the running export.
func (p *panel) fillMaking() {
	f, m := p.column, p.reading.Making
	cancel := f.Button(i18n.Text("Cancel"), func() { p.Files.Cancel(m.ID) }).SetSmall()
	bar := form.Control(f, "progress", widgets.NewProgress)
	bar.Set(m.Share)
	f.Add(container.New(&ends{}, line(m.Title, fynetheme.ColorNameForeground), cancel), bar, line(m.State, theme.ColorMuted))
}

// ends places the second object at the right end, and the first in the remaining space.
type ends struct{}

// MinSize implements fyne.Layout.
func (ends) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, max(28, objects[0].MinSize().Height, objects[1].MinSize().Height))
}

// Layout implements fyne.Layout.
func (ends) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	w := objects[1].MinSize().Width
	widgets.CenterVertically(objects[0], 0, max(size.Width-w-6, 0), size.Height)
	widgets.CenterVertically(objects[1], size.Width-w, w, size.Height)
}
