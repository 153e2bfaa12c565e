package project

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/attachments"
	"parlando/app/chat"
	"parlando/app/documents"
	"parlando/app/documents/textencoding"
	"parlando/app/projects"
	"parlando/app/transcripts"
	"parlando/app/transcripts/export"
	"parlando/views/askfile"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/ticklist"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// showAddMenu opens the menu of what can be added.
func (c *Controller) showAddMenu(anchor fyne.CanvasObject) {
	widgets.ShowMenu(anchor, []widgets.MenuItem{
		{Icon: "file-plus-corner", Text: i18n.Text("Pictures or files…"), Do: c.chooseFiles},
		{Icon: "audio-lines", Text: i18n.Text("A transcript…"), Do: c.chooseTranscript},
	})
}

// chooseFiles opens a file dialog; the chosen files are added to the project that is open now.
func (c *Controller) chooseFiles() {
	id := c.state.ID
	c.frame.Files().Choose(shell.FileRequest{
		Purpose: shell.Attach, Title: i18n.Text("Add files to the project"), Type: i18n.Text("Pictures and documents"), Extensions: attachments.Extensions(), Multiple: true,
	}, func(paths []string) { c.addPaths(id, paths) })
}

// AddPaths adds files on disk to the project that is open.
func (c *Controller) AddPaths(paths []string) { c.addPaths(c.state.ID, paths) }

func (c *Controller) addPaths(id chat.ID, paths []string) {
	if len(paths) == 0 {
		return
	}
	c.skipped.Begin(len(paths))
	c.addNext(id, paths, "")
}

// addNext adds the first of some files in the background, then the others. encoding is the one that
// the user chose for the first.
func (c *Controller) addNext(id chat.ID, paths []string, encoding textencoding.Encoding) {
	if len(paths) == 0 {
		c.setAdding(id, "")
		return
	}
	name := filepath.Base(paths[0])
	c.setAdding(id, name)
	c.thread.Go(func() func() {
		_, err := c.files.AddPath(c.frame.Context(), id, paths[0], encoding)
		return func() {
			if unclear := (*documents.AmbiguousEncodingError)(nil); errors.As(err, &unclear) {
				askfile.AskEncoding(c.frame.Canvas(), name, unclear.Guesses, func(chosen textencoding.Encoding) { c.addNext(id, paths[:1], chosen) })
				err = nil
			}
			if err != nil {
				c.refuse(name, err)
			}
			c.addNext(id, paths[1:], "")
		}
	})
}

// setAdding shows which file is being added to a project, "" for none.
func (c *Controller) setAdding(id chat.ID, name string) {
	if c.state.ID == id {
		c.state.Adding = name
		c.show()
	}
}

// refuse shows why a file was not added.
func (c *Controller) refuse(name string, err error) {
	c.log.Warn("A file could not be added to a project", "error", err)
	c.skipped.Add(name, err)
}

// AskToAdd adds the attachments of a message to the project of the open chat, or asks to which one.
func (c *Controller) AskToAdd(parts []chat.Part) {
	add := func(project chat.ID, name string) {
		for _, p := range parts {
			c.addPart(project, name, p)
		}
	}
	if c.state.ID != "" {
		add(c.state.ID, c.state.Name)
		return
	}
	c.chat.Choose(i18n.Text("Add to project"), "", add)
}

// addPart copies a part of a message into a project, and says so.
func (c *Controller) addPart(project chat.ID, name string, part chat.Part) {
	var added projects.File
	c.frame.ChangeThen(func(ctx context.Context) (err error) {
		added, err = c.files.Add(ctx, project, part)
		return err
	}, func() {
		said := map[string]any{"Name": words.ShortName(shownName(added), words.MaxNameInSentence), "Project": words.ShortName(name, words.MaxNameInSentence)}
		c.frame.Toasts().Say(i18n.Text("“{{.Name}}” was added to “{{.Project}}”.", said), i18n.Text("Undo"), func() {
			c.frame.Change(func(ctx context.Context) error { return c.files.Remove(ctx, added.ID) })
		})
	})
}

// chooseTranscript shows the transcripts, of which one is added.
func (c *Controller) chooseTranscript() {
	project, all := c.state.Project, slices.DeleteFunc(slices.Clone(c.transcripts.List()), func(t transcripts.Transcript) bool { return t.State != transcripts.Done })
	var page *widgets.SheetStep
	list := ticklist.List{
		Search: i18n.Text("Search titles"), ID: func(i int) chat.ID { return all[i].ID }, Title: func(i int) string { return all[i].Name() }, WithoutTicks: true,
	}
	fill := func(f *form.Form) {
		if len(all) == 0 {
			f.Muted(i18n.Text("There are no transcripts yet. Add a recording on the page Transcribe first."))
			return
		}
		list.AddTo(f, len(all))
	}
	f, frame := form.NewPage(4, fill)
	list.Row = func(i int) {
		t := all[i]
		row := form.Control(f, t.Name(), func() *widgets.NavRow { return widgets.NewNavRow("audio-lines", t.Name(), nil) })
		row.SetKeys(words.ListTime(t.Created, time.Now()))
		row.SetOnTapped(func() {
			page.Hide()
			c.addTranscript(project, t)
		})
		f.Add(row)
	}
	f.Update()
	page = shell.ShowStep(c.frame, i18n.Text("Add a transcript"), frame, 560, 560)
}

// addTranscript adds the words of a transcript.
func (c *Controller) addTranscript(project projects.Project, t transcripts.Transcript) {
	uithread.Load(c.reads, func() ([]transcripts.Line, error) { return c.transcripts.Lines(c.frame.Context(), t.ID) }, func(lines []transcripts.Line) {
		c.addPart(project.ID, project.Name, export.ExcerptOf(t, lines, 0, 0).Part)
	}, c.frame.ReadErrorHandler(i18n.Text("The transcript couldn't be read."), func() { c.addTranscript(project, t) }))
}

// showFileMenu opens the menu of a file.
func (c *Controller) showFileMenu(anchor fyne.CanvasObject, f projects.File) {
	items := []widgets.MenuItem{{Icon: "eye", Text: i18n.Text("Open"), Do: func() { c.open(f) }}}
	if slices.Contains(c.state.Newer, f.ID) {
		items = append(items, widgets.MenuItem{Icon: "refresh-cw", Text: i18n.Text("Take the newer version"), Do: func() { c.renew(f, "") }})
	}
	if f.Chosen {
		items = append(items, widgets.MenuItem{Icon: "ban", Text: i18n.Text("Don't send it"), Do: func() { c.choose(f.ID, false) }})
	} else {
		items = append(items, widgets.MenuItem{Icon: "arrow-up", Text: i18n.Text("Send it with each message"), Do: func() { c.choose(f.ID, true) }})
	}
	widgets.ShowMenu(anchor, append(items,
		widgets.MenuItem{Icon: "list-checks", Text: i18n.Text("Choose what is sent…"), Do: c.ShowFiles},
		widgets.MenuItem{Icon: "trash-2", Text: i18n.Text("Remove from the project"), Danger: true, Do: func() { c.remove(f) }}))
}

// open shows a file with its whole text.
func (c *Controller) open(f projects.File) {
	uithread.Load(c.reads, func() (chat.Part, error) { return c.files.Part(c.frame.Context(), f.ID) }, c.chat.ShowFile,
		c.frame.ReadErrorHandler(i18n.Text("The file couldn't be read."), func() { c.open(f) }))
}

func (c *Controller) choose(id chat.ID, chosen bool) {
	c.frame.Change(func(ctx context.Context) error { return c.files.Choose(ctx, id, chosen) })
}

// remove removes a file and offers Undo.
func (c *Controller) remove(f projects.File) {
	c.frame.ChangeThen(func(ctx context.Context) error { return c.files.Remove(ctx, f.ID) }, func() {
		said := i18n.Text("“{{.Name}}” was removed from the project.", map[string]any{"Name": words.ShortName(shownName(f), words.MaxNameInSentence)})
		c.frame.Toasts().Say(said, i18n.Text("Undo"), func() {
			c.frame.Change(func(ctx context.Context) error { return c.files.RestoreFile(ctx, f.ID) })
		})
	})
}

// renew takes the newer version of a file on disk.
func (c *Controller) renew(f projects.File, encoding textencoding.Encoding) {
	c.thread.Go(func() func() {
		err := c.files.Renew(c.frame.Context(), f.ID, encoding)
		return func() {
			if unclear := (*documents.AmbiguousEncodingError)(nil); errors.As(err, &unclear) {
				askfile.AskEncoding(c.frame.Canvas(), shownName(f), unclear.Guesses, func(chosen textencoding.Encoding) { c.renew(f, chosen) })
				return
			}
			if err != nil {
				c.refuse(shownName(f), err)
			}
			c.Refresh()
		}
	})
}

// fileSheet lists the files with ticks for those that are sent.
type fileSheet struct {
	*form.Form
	c     *Controller
	frame fyne.CanvasObject
	list  ticklist.List
}

// ShowFiles shows all files of the open project.
func (c *Controller) ShowFiles() {
	s := &fileSheet{c: c}
	s.Form, s.frame = form.NewPageWithFoot(6, s.fill)
	at := func(i int) projects.File { return c.state.Files[i] }
	s.list = ticklist.List{
		Search: i18n.Text("Search names"), ID: func(i int) chat.ID { return at(i).ID }, Title: func(i int) string { return shownName(at(i)) },
		IsChosen: func(i int) bool { return at(i).Chosen }, Choose: func(i int, on bool) { c.choose(at(i).ID, on) }, Row: func(i int) { s.row(at(i)) },
	}
	c.sheet = s
	s.Update()
	page := shell.ShowStep(c.frame, i18n.Text("Files of “{{.Name}}”", map[string]any{"Name": words.ShortName(c.state.Name, words.MaxNameInSentence)}), s.frame, 640, 600)
	page.OnHide = func() { c.sheet = nil }
}

// fill builds the sheet.
func (s *fileSheet) fill(*form.Form) {
	c := s.c
	s.list.AddTo(s.Form, len(c.state.Files))
	s.Foot(func() {
		if long := c.TooLong(); long != "" {
			s.Caution(long)
		} else {
			s.Muted(c.count())
		}
		limit := cmp.Or(c.state.MaxTokens, projects.DefaultMaxTokens)
		s.Row(i18n.Text("Send at most"), i18n.Text("No model gets more than half of what it can read."), s.Dropdown(i18n.Text("Send at most"), c.limitName(limit), s.showLimits))
	})
}

// limits are the limits to choose from, in tokens.
var limits = []int{20_000, projects.DefaultMaxTokens, 120_000, 250_000, 500_000}

// showLimits opens the menu of the limits.
func (s *fileSheet) showLimits(anchor *widgets.Dropdown) {
	c := s.c
	id, now := c.state.ID, cmp.Or(c.state.MaxTokens, projects.DefaultMaxTokens)
	var items []widgets.MenuItem
	for _, limit := range limits {
		items = append(items, widgets.MenuItem{Text: c.limitName(limit), Chosen: limit == now, Do: func() {
			c.frame.Change(func(ctx context.Context) error { return c.projects.SetMaxTokens(ctx, id, limit) })
		}})
	}
	widgets.ShowMenu(anchor, items)
}

// limitName returns a limit with what that many tokens cost with each message.
func (c *Controller) limitName(limit int) string {
	said := map[string]any{"Tokens": words.TokensUsed(limit)}
	if sum, ok := c.chat.InputCost(limit); ok {
		said["Cost"] = words.CostText(sum)
		return i18n.Text("{{.Tokens}} · {{.Cost}}", said)
	}
	return words.TokensUsed(limit)
}

// row adds the row of a file.
func (s *fileSheet) row(f projects.File) {
	c := s.c
	tick := s.Check(words.ShortName(shownName(f), 48), f.Chosen, func(on bool) { c.choose(f.ID, on) })
	line := []fyne.CanvasObject{tick, widgets.NewMuted(words.RoughTokens(f.Tokens)).NoWrap().NoMargin()}
	if slices.Contains(c.state.Newer, f.ID) {
		line = append(line, s.ButtonCalled("newer", i18n.Text("Take the newer version"), widgets.Secondary, func() { c.renew(f, "") }).SetSmall())
	}
	line = append(line, s.IconButton("trash-2", i18n.Text("Remove from the project"), func() { c.remove(f) }))
	s.Add(container.New(&widgets.EndRow{Left: 1}, line...))
}
