package imports

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/imports"
	"parlando/app/imports/foreign"
	"parlando/app/imports/formats"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/ticklist"
	"parlando/views/widgets"
	"parlando/views/words"
)

// pageStep is a step of the sheet.
type pageStep int

const (
	stepStart    pageStep = iota // explains and lists earlier imports
	stepRead                     // shows an export
	stepReport                   // shows the report of an import
	stepNotes                    // lists the texts that an import kept beside the chats
	stepProjects                 // offers to make projects of those of an import
)

// contents are the values that the page shows.
type contents struct {
	Step pageStep
	Now  time.Time
	// Failed is the sentence about an export that could not be read.
	Failed string

	Earlier       []imports.FinishedImport
	EarlierUnread bool
	Unsearched    int

	// Running, Done and Total describe the import that runs.
	Running     bool
	Done, Total int

	// Chats are those read so far, Read the share of the export. Export is set at the end.
	Chats  []imports.Chat
	Source formats.Format
	Read   float64
	Export *imports.Export
	// Left are the chats that the user leaves out.
	Left map[chat.ID]bool

	Report imports.Report
	// Reopened reports that the report is that of an earlier import.
	Reopened bool
	// Shown is the import whose notes or projects are shown.
	Shown    imports.FinishedImport
	Notes    []history.ImportNote
	Projects []offeredProject
}

// add adds what was read.
func (c *contents) add(r imports.Reading) {
	c.Chats, c.Source = append(c.Chats, r.Chats...), r.Source
	if r.Total > 0 {
		c.Read = float64(r.Read) / float64(r.Total)
	}
}

// sort puts the newest chats first.
func (c *contents) sort() {
	slices.SortStableFunc(c.Chats, func(a, b imports.Chat) int { return latest(b).Compare(latest(a)) })
}

// chosen returns the number of chats that would be imported, and that of those that are here.
func (c *contents) chosen() (chosen, present int) {
	for _, one := range c.Chats {
		switch {
		case !isOffered(one):
			present++
		case !c.Left[one.ID]:
			chosen++
		}
	}
	return chosen, present
}

// isOffered reports whether a chat can be chosen.
func isOffered(c imports.Chat) bool {
	return c.Presence == history.New || c.Presence == history.Grown
}

// pageCalls are the functions that the page calls.
type pageCalls struct {
	OnFiles, OnFolder, OnImport, OnBack, OnStop func()
	OnReport, OnCopy, OnSave                    func(imports.Report)
	OnTakeBack, OnNotes                         func(imports.FinishedImport)
	OnProjects                                  func(imports.FinishedImport)
	OnCopyNote, OnInstruct                      func(text string)
	OnReadNote                                  func(name, text string)
	OnRemember                                  func(history.ImportNote)
	OnMake                                      func()
}

// page shows the steps. Use it only on the window's thread.
type page struct {
	widget.BaseWidget
	*form.Form
	pageCalls

	state contents
	list  ticklist.List
	// projectList is that of the projects.
	projectList ticklist.List
	frame       fyne.CanvasObject
}

func newPage(calls pageCalls) *page {
	p := &page{pageCalls: calls}
	p.Form, p.frame = form.NewPageWithFoot(8, p.fill)
	p.resetList()
	p.projectList = p.listProjects()
	p.ExtendBaseWidget(p)
	return p
}

// resetList empties the search, for another export.
func (p *page) resetList() {
	chats := func(i int) imports.Chat { return p.state.Chats[i] }
	p.list = ticklist.List{
		Search: i18n.Text("Search titles"), ID: func(i int) chat.ID { return chats(i).ID }, Title: func(i int) string { return chats(i).Title },
		IsOffered: func(i int) bool { return isOffered(chats(i)) }, IsChosen: func(i int) bool { return !p.state.Left[chats(i).ID] },
		Choose: func(i int, on bool) { p.choose(chats(i).ID, on) }, Row: func(i int) { p.chat(chats(i)) },
		InPart: func(i int) bool { return chats(i).Archived }, PartName: func(n int) string { return i18n.Plural("{{.N}} archived chats", n) },
	}
}

// set changes the contents and shows them.
func (p *page) set(change func(*contents)) {
	change(&p.state)
	p.Update()
}

// InnerContent implements widgets.ContentHolder.
func (p *page) InnerContent() fyne.CanvasObject { return p.frame }

// CreateRenderer implements fyne.Widget.
func (p *page) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(p.frame) }

func (p *page) fill(*form.Form) {
	switch {
	case p.state.Step == stepReport:
		p.report()
	case p.state.Step == stepNotes:
		p.notes()
	case p.state.Step == stepProjects:
		p.projects()
	case p.state.Running:
		p.running()
	case p.state.Step == stepRead:
		p.export()
	default:
		p.start()
	}
}

// start explains how to get the files.
func (p *page) start() {
	if p.state.Failed != "" {
		p.Wrong(p.state.Failed)
	}
	p.Body(i18n.Text("Parlando reads the files that other programs export. You see what is in them before anything is added. Nothing is sent anywhere."))
	p.Heading("ChatGPT")
	p.Body(i18n.Text("In ChatGPT, choose Settings, Data controls, Export data. A link comes by email, usually within a day. It works for 24 hours. Choose the downloaded file here, just as it is."))
	p.Heading("Claude")
	p.Body(i18n.Text("In Claude, choose Settings, Privacy, Export data. If the email leads to several files, download all of them and choose them together."))
	p.Heading(i18n.Text("Other programs"))
	p.Body(i18n.Text("Open WebUI, Gemini (Google Takeout) and plain JSON are read, too."))
	p.Add(widgets.Gap(4))
	p.AddRow(p.Primary(i18n.Text("Choose files…"), p.OnFiles), p.Button(i18n.Text("Choose a folder…"), p.OnFolder))
	p.earlier()
	p.Foot(func() {})
}

// earlier lists the earlier imports.
func (p *page) earlier() {
	if p.state.EarlierUnread {
		p.Wrong(i18n.Text("The earlier imports couldn't be listed. They're still saved."))
	}
	if len(p.state.Earlier) == 0 {
		return
	}
	p.Heading(i18n.Text("Earlier imports"))
	if p.state.Unsearched > 0 {
		p.Muted(i18n.Plural("{{.N}} imported messages can't be searched yet. Parlando is getting them ready.", p.state.Unsearched))
	}
	for _, one := range p.state.Earlier {
		name := words.ImportName(one.Source, one.Name)
		about := words.TimeText(one.Started, p.state.Now) + " · " + i18n.Plural("{{.N}} chats", one.Report.Imported+one.Report.Grown)
		p.Scope(one.Started.String(), func() {
			p.WideRow(name, about, func() {
				buttons := []fyne.CanvasObject{p.button(i18n.Text("Report"), i18n.Text("Back"), func() { p.OnReport(one.Report) })}
				if one.Report.Notes > 0 {
					buttons = append(buttons, p.button(i18n.Text("Instructions and memory…"), i18n.Text("Read"), func() { p.OnNotes(one) }))
				}
				if one.Report.Projects > 0 {
					buttons = append(buttons, p.button(i18n.Text("Projects…"), i18n.Text("All"), func() { p.OnProjects(one) }))
				}
				p.AddRow(append(buttons, p.Button(i18n.Text("Take back…"), func() { p.OnTakeBack(one) }))...)
			})
		})
	}
}

// button adds a button that leads to another step, in which the control named next gets the focus.
func (p *page) button(name, next string, do func()) *widgets.Button {
	b := p.Button(name, do)
	p.NextFocus(b, next)
	return b
}

// running shows the progress of an import.
func (p *page) running() {
	p.Body(i18n.Text("Your chats are being imported. You can close this and keep working."))
	bar := widgets.NewProgress()
	done := i18n.Text("Making a backup first…")
	if p.state.Done > 0 {
		bar.Set(float64(p.state.Done) / float64(max(p.state.Total, 1)))
		done = i18n.Text("{{.Done}} of {{.Total}} chats", map[string]any{"Done": format.Number(p.state.Done), "Total": format.Number(p.state.Total)})
	}
	p.Add(bar)
	p.Muted(done)
	p.Foot(func() { p.Add(container.New(&widgets.EndRow{}, p.Button(i18n.Text("Stop"), p.OnStop))) })
}

// export shows an export with ticks.
func (p *page) export() {
	s := &p.state
	if s.Export != nil && len(s.Export.Downloads) > 0 {
		p.Caution(i18n.Text("This file only names the files to download. Download all of them with the links in it, then choose them here together: {{.Files}}",
			map[string]any{"Files": format.List(s.Export.Downloads)}))
	}
	switch {
	case len(s.Chats) > 0:
		p.Muted(words.ImportSummary(s.Source, s.Chats))
		p.list.AddTo(p.Form, len(s.Chats))
	case s.Export == nil:
		p.Muted(i18n.Text("Reading the files…"))
	default:
		p.Body(i18n.Text("There are no chats in it that Parlando can read."))
	}
	p.refused()
	p.Foot(p.foot)
}

// maxTitle is the number of characters shown of the title of a chat at most, as many as leave some
// room for the details.
const maxTitle = 64

// chat adds the row of a chat.
func (p *page) chat(c imports.Chat) {
	title := cmp.Or(words.ShortName(c.Title, maxTitle), i18n.Text("Untitled chat"))
	about := []string{words.MessageCount(c.Messages)}
	if c.Files > 0 {
		about = append(about, i18n.Plural("{{.N}} pictures or files", c.Files))
	}
	if c.Sounds > 0 {
		about = append(about, i18n.Plural("{{.N}} voice messages", c.Sounds))
	}
	if c.Archived {
		about = append(about, i18n.Text("archived"))
	}
	if note := presenceNote(c.Presence); note != "" {
		about = append(about, note)
	}
	tick := p.Check(title, isOffered(c) && !p.state.Left[c.ID], func(on bool) {
		p.choose(c.ID, on)
		p.Update()
	})
	if !isOffered(c) {
		tick.SetDisabled(presenceNote(c.Presence))
	}
	date := ""
	if at := latest(c); !at.IsZero() {
		date = words.Date(at, p.state.Now)
	}
	p.Add(newChatRow(tick, format.Facts(about...), date))
}

func latest(c imports.Chat) time.Time {
	if c.Updated.IsZero() {
		return c.Created
	}
	return c.Updated
}

// presenceNote returns the note about a chat that is not new.
func presenceNote(is history.Presence) string {
	switch is {
	case history.Grown:
		return i18n.Text("has new messages")
	case history.Present:
		return i18n.TextIn("chat", "already here")
	case history.Deleted:
		return i18n.Text("deleted here")
	case history.New:
	}
	return ""
}

// choose chooses a chat or leaves it out.
func (p *page) choose(id chat.ID, on bool) {
	if on {
		delete(p.state.Left, id)
	} else {
		p.state.Left[id] = true
	}
}

// maxRefused is the number of refusals named before an import; the report names all.
const maxRefused = 5

// refused names what cannot be imported.
func (p *page) refused() {
	if p.state.Export == nil || len(p.state.Export.Refused) == 0 {
		return
	}
	all := p.state.Export.Refused
	lines := []string{i18n.Plural("{{.N}} chats or files can't be imported:", len(all))}
	for _, r := range all[:min(maxRefused, len(all))] {
		lines = append(lines, words.ImportRefusal(r))
	}
	if len(all) > maxRefused {
		lines = append(lines, i18n.Plural("{{.N}} more are named in the report.", len(all)-maxRefused))
	}
	p.Caution(strings.Join(lines, "\n"))
}

// foot adds the balance and the buttons.
func (p *page) foot() {
	s := &p.state
	chosen, present := s.chosen()
	if s.Export == nil {
		p.Muted(i18n.Text("Reading… {{.Percent}}", map[string]any{"Percent": format.Percent(int(s.Read * 100))}))
	} else {
		p.Muted(words.ImportBalance(chosen, present, s.Export.Empty, len(s.Export.Refused)))
	}
	take := p.Primary(i18n.Plural("Import {{.N}} chats", chosen), p.OnImport)
	switch {
	case s.Export == nil:
		take.SetDisabled(i18n.Text("The files are still being read."))
	case chosen == 0:
		take.SetDisabled(i18n.Text("Choose chats first."))
	}
	p.Add(container.New(&widgets.EndRow{}, p.Button(i18n.Text("Cancel"), p.OnBack), take))
}

// report shows the report of an import.
func (p *page) report() {
	r := p.state.Report
	p.Heading(i18n.Text("Report"))
	p.Body(reportText(r))
	p.Foot(func() {
		p.Add(container.New(&widgets.EndRow{}, p.button(i18n.Text("Back"), i18n.Text("Report"), p.OnBack), p.Button(i18n.Text("Copy report"), func() { p.OnCopy(r) }),
			p.Button(i18n.Text("Save report…"), func() { p.OnSave(r) })))
	})
}

// notes lists the texts that an import kept beside the chats.
func (p *page) notes() {
	p.Heading(i18n.Text("Instructions and memory"))
	p.Muted(i18n.Text("These texts came with the export. They're only kept here: no model reads them."))
	projects := map[string]string{}
	for _, n := range p.state.Notes {
		if foreign.NoteKind(n.Kind) == foreign.ProjectInstructions {
			projects[n.Project] = n.Title
		}
	}
	for i, n := range p.state.Notes {
		if strings.TrimSpace(n.Text) == "" || foreign.NoteKind(n.Kind) == foreign.ProjectChats {
			continue // only names a project or its chats
		}
		p.Scope(strconv.Itoa(i), func() { p.note(n, words.ImportNoteName(n, projects[n.Project])) })
	}
	p.Foot(func() {
		buttons := []fyne.CanvasObject{p.button(i18n.Text("Back"), i18n.Text("Instructions and memory…"), p.OnBack)}
		if len(imports.ProjectsOf(p.state.Notes)) > 0 {
			buttons = append(buttons, p.button(i18n.Text("Projects…"), i18n.Text("All"), func() { p.OnProjects(p.state.Shown) }))
		}
		p.Add(container.New(&widgets.EndRow{}, buttons...))
	})
}

// note adds the row of a text.
func (p *page) note(n history.ImportNote, name string) {
	p.WideRow(name, words.ImportNoteBegin(n), func() {
		buttons := []fyne.CanvasObject{
			p.Button(i18n.Text("Read"), func() { p.OnReadNote(name, n.Text) }), p.Button(i18n.Text("Copy"), func() { p.OnCopyNote(n.Text) }),
		}
		kind := foreign.NoteKind(n.Kind)
		if kind == foreign.CustomInstructions {
			buttons = append(buttons, p.Button(i18n.Text("Add to instructions…"), func() { p.OnInstruct(n.Text) }))
		}
		if kind == foreign.CustomInstructions || kind == foreign.Memory || kind == foreign.ProjectMemory {
			buttons = append(buttons, p.Button(i18n.Text("Remember…"), func() { p.OnRemember(n) }))
		}
		p.AddRow(buttons...)
	})
}
