package speak

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"parley/app/chat"
	"parley/app/narrations"
	"parley/app/problem"
	"parley/views/theme"
	"parley/views/widgets"
	"parley/views/words"
)

// MadeCalls are what can be done with the files that were made.
type MadeCalls struct {
	// OnPlay plays a file, or pauses it; OnSave saves it once more.
	OnPlay, OnSave func(id chat.ID)
	// OnCancel stops one, OnDelete takes it out of the list.
	OnCancel, OnDelete func(id chat.ID)
	// OnResume goes on with one that was stopped, as a file of another format if one is given.
	OnResume func(id chat.ID, format string)
	// OnMakeAgain goes on with one that failed, with another speed, or with nil without one.
	OnMakeAgain func(id chat.ID, speed *float64)
}

// mp3 is the format that every service makes.
const mp3 = "mp3"

// made is the list of files.
type made struct {
	panel  *Panel
	object *fyne.Container
	list   *fyne.Container
	unread *widgets.Words // above the files
	rows   []*row
}

func newMade(p *Panel) *made {
	m := &made{panel: p, list: container.New(&widgets.Column{Gap: 6}), unread: widgets.NewMuted("").Flush()}
	m.unread.Hide()
	m.object = container.New(&widgets.Column{Gap: 6}, widgets.NewTitle(lang.L("Made before"), fynetheme.SizeNameText), m.unread, m.list)
	m.object.Hide()
	return m
}

// SetMade shows the files; playing is the one that is heard, "" for none.
func (p *Panel) SetMade(list []narrations.Narration, playing chat.ID) {
	var now *narrations.Narration
	var rest []narrations.Narration
	for i, n := range list {
		if n.State == narrations.Making {
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

// SetUnread says above the files that not all could be listed; "" for all.
func (p *Panel) SetUnread(sentence string) {
	if m := p.made; sentence != m.unread.Text() {
		m.unread.SetText(sentence)
		widgets.Show(m.unread, sentence != "")
		widgets.Show(m.object, len(m.rows) > 0 || sentence != "")
		p.Refresh()
	}
}

// set shows the rows and reports whether their number or kind changed.
func (m *made) set(list []narrations.Narration, playing chat.ID) bool {
	same := slices.EqualFunc(list, m.rows, func(n narrations.Narration, r *row) bool {
		return n.ID == r.shown.ID && n.State == r.shown.State && n.Problem.Kind == r.shown.Problem.Kind
	})
	if !same {
		m.rows = nil
		m.list.RemoveAll()
		for _, n := range list {
			r := newRow(m.panel, n)
			m.rows = append(m.rows, r)
			m.list.Add(r.object)
		}
		widgets.Show(m.object, len(list) > 0 || m.unread.Visible())
	}
	for i, n := range list {
		m.rows[i].set(n, n.ID == playing)
	}
	return !same
}

// row is one file.
type row struct {
	panel  *Panel
	shown  narrations.Narration
	object fyne.CanvasObject
	play   *widgets.IconButton
	title  *widgets.Words
	length *widgets.Words
	state  *widgets.Words
	bar    *widgets.Progress
	// playing: it is heard now.
	playing bool
}

func newRow(p *Panel, n narrations.Narration) *row {
	r := &row{panel: p, shown: n}
	id := n.ID
	calls := &p.Made
	r.title = line("", fynetheme.ColorNameForeground)
	more := widgets.NewIconButton("ellipsis", lang.L("More about {{.Title}}", map[string]any{"Title": n.Title}), nil)
	more.SetSide(28)
	more.SetOnTapped(func() { r.menu(more) })
	if n.State == narrations.Done {
		r.play = widgets.NewIconButton("play", lang.L("Play {{.Title}}", map[string]any{"Title": n.Title}), func() { calls.OnPlay(id) })
		r.play.SetSide(28)
		r.play.SetColor(fynetheme.ColorNameForeground)
		save := widgets.NewIconButton("download", lang.L("Save {{.Title}} again", map[string]any{"Title": n.Title}), func() { calls.OnSave(id) })
		save.SetSide(28)
		r.length = widgets.NewWords("", fynetheme.ColorNameForeground, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoWrap().Flush()
		named := container.New(&tail{r.title}, r.title, r.length)
		r.object = container.New(&ends{}, r.play, named, save, more)
		if n.Problem.Kind != "" {
			r.object = group(2, r.object, trouble(n.Problem))
		}
		return r
	}
	r.bar = widgets.NewProgress()
	r.state = line("", theme.ColorMuted)
	do := widgets.NewButton(lang.L("Resume"), widgets.Secondary, func() { calls.OnResume(id, "") })
	switch {
	case n.Problem.Format != "" && n.Format != mp3: // refused again it would be
		do = widgets.NewButton(lang.L("Make an MP3"), widgets.Secondary, func() { calls.OnResume(id, mp3) })
	case n.State == narrations.Waiting:
		do = widgets.NewButton(lang.L("Cancel"), widgets.Secondary, func() { calls.OnCancel(id) })
	}
	do.SetSmall()
	again := words.MakeAgain(n.Problem.Refusal)
	if len(again) > 0 {
		r.object = group(4, container.New(&ends{}, widgets.Gap(0), r.title, more), r.bar, r.state)
	} else {
		r.object = group(4, container.New(&ends{}, widgets.Gap(0), r.title, do, more), r.bar, r.state)
	}
	if n.Problem.Kind != "" {
		r.object = group(4, r.object, trouble(n.Problem))
	}
	if len(again) > 0 {
		ways := container.New(&widgets.Flow{Gap: 6})
		for _, way := range slices.Backward(again) {
			ways.Add(widgets.NewButton(way.Words, widgets.Secondary, func() { calls.OnMakeAgain(id, way.Value) }).SetSmall())
		}
		r.object = group(6, r.object, ways)
	}
	return r
}

// line is one line of small words that ends with … where there is no room.
func line(s string, color fyne.ThemeColorName) *widgets.Words {
	w := widgets.NewWords(s, color, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).NoWrap().Flush()
	w.RichText.Truncation = fyne.TextTruncateEllipsis
	return w
}

// trouble says in a sentence what happened, and what the service said where that helps.
func trouble(p problem.Problem) fyne.CanvasObject {
	about := words.AboutReading(p)
	title := widgets.NewWords(about.Title, theme.ColorCaution, fynetheme.SizeNameCaptionText, fyne.TextStyle{}).Flush()
	if p.Format == "" || about.Safe == "" {
		return title
	}
	return group(2, title, widgets.NewMuted(about.Safe).Flush())
}

func (r *row) set(n narrations.Narration, playing bool) {
	r.shown = n
	if r.play != nil {
		r.title.SetText(n.Title)
		r.length.SetText(" · " + words.Clock(n.Length))
		if playing == r.playing {
			return
		}
		r.playing = playing
		icon, name := "play", lang.L("Play {{.Title}}", map[string]any{"Title": n.Title})
		if playing {
			icon, name = "pause", lang.L("Pause {{.Title}}", map[string]any{"Title": n.Title})
		}
		r.play.SetIcon(icon, name)
		return
	}
	r.title.SetText(n.Title)
	r.bar.Set(n.Share)
	r.state.SetText(stateWords(n))
}

// stateWords says how far one is that is not done.
func stateWords(n narrations.Narration) string {
	parts := lang.L("{{.Done}} of {{.Parts}}", map[string]any{"Done": words.Count(n.PartsDone), "Parts": words.Parts(n.Parts)})
	switch n.State {
	case narrations.Waiting:
		return lang.L("Waiting") + " · " + words.Parts(n.Parts)
	case narrations.Making:
		if n.PartsDone == n.Parts {
			joined := lang.L("{{.Done}} of {{.Parts}}", map[string]any{"Done": words.Count(n.PartsJoined), "Parts": words.Parts(n.Parts)})
			return lang.L("Making one file") + " · " + joined
		}
		if n.Left > 0 {
			return parts + " · " + words.Left(n.Left)
		}
		return parts
	default:
		return lang.L("Stopped") + " · " + parts
	}
}

func (r *row) menu(anchor fyne.CanvasObject) {
	id, calls := r.shown.ID, &r.panel.Made
	var items []widgets.MenuItem
	if r.shown.State == narrations.Done {
		items = append(items, widgets.MenuItem{Icon: "download", Words: lang.L("Save again…"), Do: func() { calls.OnSave(id) }})
	}
	items = append(items, widgets.MenuItem{Icon: "trash-2", Words: lang.L("Delete"), Danger: true, Do: func() { calls.OnDelete(id) }})
	r.panel.popup(widgets.ShowMenu(anchor, items))
}

// making is the file that is being made, in place above Save.
type making struct {
	panel  *Panel
	object *fyne.Container
	title  *widgets.Words
	state  *widgets.Words
	bar    *widgets.Progress
	id     chat.ID
}

func newMaking(p *Panel) *making {
	m := &making{panel: p, bar: widgets.NewProgress(), title: line("", fynetheme.ColorNameForeground), state: line("", theme.ColorMuted)}
	cancel := widgets.NewButton(lang.L("Cancel"), widgets.Secondary, func() { p.Made.OnCancel(m.id) })
	cancel.SetSmall()
	m.object = container.New(&widgets.Column{Gap: 4}, container.New(&ends{}, widgets.Gap(0), m.title, cancel), m.bar, m.state)
	m.object.Hide()
	return m
}

// set shows the file that is being made and reports whether there is one now, or none any more.
func (m *making) set(n *narrations.Narration) bool {
	was := m.object.Visible()
	widgets.Show(m.object, n != nil)
	if n != nil {
		m.id = n.ID
		m.title.SetText(lang.L("Making {{.Title}}", map[string]any{"Title": n.Title}))
		m.state.SetText(stateWords(*n))
		m.bar.Set(n.Share)
	}
	return was != (n != nil)
}

// tail puts the second object behind the words of the first, which are shortened where there is no room for both.
type tail struct{ words *widgets.Words }

// MinSize implements fyne.Layout.
func (t *tail) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, max(objects[0].MinSize().Height, objects[1].MinSize().Height))
}

// Layout implements fyne.Layout.
func (t *tail) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	wanted := fyne.MeasureText(t.words.Text(), fynetheme.CaptionTextSize(), fyne.TextStyle{}).Width + 1
	behind := objects[1].MinSize().Width
	room := min(wanted, max(size.Width-behind, 0))
	objects[0].Move(fyne.NewPos(0, 0))
	objects[0].Resize(fyne.NewSize(room, size.Height))
	objects[1].Move(fyne.NewPos(room, 0))
	objects[1].Resize(fyne.NewSize(behind, size.Height))
}

// ends puts the second object between the first, at the left, and the others, at the right end.
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
	widgets.Middle(objects[0], 0, left, size.Height)
	for i := len(objects) - 1; i > 1; i-- {
		w := objects[i].MinSize().Width
		right -= w
		widgets.Middle(objects[i], right, w, size.Height)
	}
	if left > 1 {
		left += 4
	}
	if left <= 1 {
		left = 0 // nothing stands at the left
	}
	widgets.Middle(objects[1], left, max(right-left-6, 0), size.Height)
}
