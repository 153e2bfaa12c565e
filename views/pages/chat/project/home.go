package project

import (
	"cmp"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parlando/app/chat"
	"parlando/app/projects"
	"parlando/views/form"
	"parlando/views/i18n"
	"parlando/views/theme"
	"parlando/views/widgets"
	"parlando/views/words"
)

// filesOnPage is the number of files shown below the message box; the sheet shows all.
const filesOnPage = 6

// home is the content below the message box of a new chat of a project.
type home struct {
	*form.Form
	c       *Controller
	heading *fyne.Container
	name    *widgets.Text
}

func newHome(c *Controller) *home {
	h := &home{c: c, name: widgets.NewTitle("", theme.SizeNameDisplay)}
	h.heading = container.New(headingLayout{}, widgets.NewIcon("folder", 6), h.name)
	h.Form = form.New(0, h.fill)
	return h
}

// fill builds the content from the state.
func (h *home) fill(*form.Form) {
	h.name.SetText(words.ShortName(h.c.state.Name, words.MaxNameInSentence))
	h.heading.Refresh()
	h.Add(h.Group(&columns{}, func() {
		h.Block(2, h.chats)
		h.Block(6, h.about)
	}))
}

// chats adds the chats of the project.
func (h *home) chats() {
	c := h.c
	if len(c.state.Chats) == 0 {
		h.Muted(i18n.Text("Chats that you begin here, or move here, are listed here."))
		return
	}
	now := time.Now()
	shown := min(len(c.state.Chats), chatsAtOnce+c.more)
	for _, e := range c.state.Chats[:shown] {
		one, ok := c.state.Summaries[e.ID]
		if !ok {
			continue
		}
		h.Scope(string(e.ID), func() {
			title := cmp.Or(one.Title, one.Unsent, i18n.Text("New chat"))
			row := form.Control(h.Form, title, func() *widgets.NavRow { return widgets.NewNavRow("", title, nil) })
			row.SetOnTapped(func() { c.chat.OpenChat(e.ID) })
			row.SetKeys(words.ListTime(time.UnixMilli(one.Updated), now))
			row.OnMenu = func(at fyne.Position) {
				widgets.ShowMenuAt(c.frame.Canvas(), at, 0, c.chat.ChatMenu(one)).SetName(title)
			}
			var more *widgets.IconButton
			more = h.IconButton("ellipsis", i18n.Text("More about {{.Name}}", map[string]any{"Name": words.ShortName(title, words.MaxNameInSentence)}), func() {
				widgets.ShowMenu(more, c.chat.ChatMenu(one))
			})
			h.Add(container.NewBorder(nil, nil, nil, more, row), widgets.NewBox(widgets.Gap(1), theme.ColorLine, "", 0, 0, 0))
		})
	}
	if shown < len(c.state.Chats) {
		h.AddRow(h.Button(i18n.Text("Show more"), func() {
			c.more += chatsAtOnce
			c.Refresh()
		}))
	}
}

// about adds the files and the instructions.
func (h *home) about() {
	c := h.c
	h.section(i18n.Text("Files"), h.ButtonCalled("add files", i18n.Text("Add"), widgets.Bare, nil).SetIcon("plus"), c.showAddMenu)
	for _, f := range c.state.Files[:min(filesOnPage, len(c.state.Files))] {
		h.Scope(string(f.ID), func() { h.file(f) })
	}
	if n := len(c.state.Files); n > filesOnPage {
		h.AddRow(h.ButtonCalled("all files", i18n.Plural("All {{.N}} files…", n), widgets.Bare, c.ShowFiles))
	}
	switch {
	case c.state.Adding != "":
		h.Muted(i18n.Text("Adding {{.Name}}…", map[string]any{"Name": words.ShortName(c.state.Adding, words.MaxNameInSentence)}))
	case len(c.state.Files) == 0:
		h.Muted(i18n.Text("Add what every chat of this project should know, such as contracts, notes, tables or pictures."))
	default:
		h.Muted(c.count())
	}
	if c.state.Adding == "" && len(c.state.Files) > 0 {
		h.AddRow(h.ButtonCalled("outgoing", i18n.Text("What is sent…"), widgets.Bare, c.chat.ShowOutgoing).SetSmall())
	}
	if said := c.skipped.String(); said != "" {
		h.Wrong(said)
	}
	h.Add(widgets.Gap(14))
	h.section(i18n.Text("Instructions"), h.ButtonCalled("edit instructions", i18n.Text("Edit"), widgets.Bare, nil), func(fyne.CanvasObject) { c.EditInstructions() })
	if text := c.state.Instructions; text != "" {
		h.Muted(words.ShortName(text, 240))
	} else {
		h.Muted(i18n.Text("What the model should know or do in every chat of this project."))
	}
	h.remembered()
}

// memoriesOnPage is the number of memories shown, the newest.
const memoriesOnPage = 4

// remembered adds the newest memories of the project.
func (h *home) remembered() {
	c := h.c
	h.Add(widgets.Gap(14))
	h.section(i18n.Text("Remembered"), h.ButtonCalled("edit memories", i18n.Text("Edit"), widgets.Bare, nil), func(fyne.CanvasObject) { c.chat.ShowMemories(c.state.ID) })
	now, all := time.Now(), c.state.Memories
	for _, m := range slices.Backward(all[max(len(all)-memoriesOnPage, 0):]) {
		h.Muted(i18n.Text("{{.Sentence}} · {{.Date}}", map[string]any{"Sentence": m.Text, "Date": words.Date(m.Created, now)}))
	}
	switch more := len(all) - memoriesOnPage; {
	case len(all) == 0:
		h.Muted(i18n.Text("Short sentences that only the chats of this project are told."))
	case more > 0:
		h.Muted(i18n.Plural("and {{.N}} more", more))
	}
}

// section adds a heading with a button at its end.
func (h *home) section(heading string, button *widgets.Button, do func(fyne.CanvasObject)) {
	button.SetOnTapped(func() { do(button) })
	h.Add(container.New(&widgets.EndRow{Left: 1}, widgets.NewHeading(heading).NoWrap().NoMargin(), button.SetSmall()))
}

// file adds the row of a file, whose menu opens with a press.
func (h *home) file(f projects.File) {
	c := h.c
	row := form.Control(h.Form, f.Part.Name, func() *widgets.NavRow { return widgets.NewNavRow(fileIcon(f.Part), shownName(f), nil) })
	row.SetOnTapped(func() { c.showFileMenu(row, f) })
	row.SetKeys(h.fileDetail(f))
	h.Add(container.New(outdent{}, row))
}

// fileDetail returns the words at the end of a file's row.
func (h *home) fileDetail(f projects.File) string {
	switch {
	case slices.Contains(h.c.state.Newer, f.ID):
		return i18n.Text("Newer on disk")
	case !f.Chosen && !h.c.fits(f):
		return i18n.Text("Doesn't fit")
	case !f.Chosen:
		return i18n.Text("Not sent")
	case f.Part.Pages > 0:
		return i18n.Plural("{{.N}} pages", f.Part.Pages)
	}
	return words.RoughTokens(f.Tokens)
}

// shownName returns the name of a file.
func shownName(f projects.File) string {
	return cmp.Or(chat.OneLine(f.Part.Name), i18n.Text("File"))
}

// fileIcon returns the icon of a kind of file.
func fileIcon(p chat.Part) string {
	switch p.Kind {
	case chat.PartImage, chat.PartRemoteImage:
		return "image"
	case chat.PartTranscript:
		return "audio-lines"
	}
	return "file-text"
}

// outdent lets the ground of a row begin before the column, so that its icon begins with the text.
type outdent struct{}

// rowInset is the space before the icon of a row, and after the words at its end.
const rowInset = 10

// MinSize implements fyne.Layout.
func (outdent) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (outdent) Layout(o []fyne.CanvasObject, size fyne.Size) {
	widgets.Place(o[0], -rowInset, 0, size.Width+2*rowInset, size.Height)
}

// columns places two blocks side by side, or one below the other where there is no room.
type columns struct{ width float32 }

const (
	columnsGap   = 40  // between the columns
	leastColumns = 620 // the width that two columns need at the default text size
	stackGap     = 28
)

// MinSize implements fyne.Layout. The height applies to the width of the last Layout.
func (l *columns) MinSize(o []fyne.CanvasObject) fyne.Size {
	left, right := l.widths()
	if right == 0 {
		return fyne.NewSize(0, widgets.HeightAt(o[0], left)+stackGap+widgets.HeightAt(o[1], left))
	}
	return fyne.NewSize(0, max(widgets.HeightAt(o[0], left), widgets.HeightAt(o[1], right)))
}

// Layout implements fyne.Layout.
func (l *columns) Layout(o []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	left, right := l.widths()
	high := widgets.HeightAt(o[0], left)
	widgets.Place(o[0], 0, 0, left, high)
	if right == 0 {
		widgets.Place(o[1], 0, high+stackGap, left, widgets.HeightAt(o[1], left))
		return
	}
	widgets.Place(o[1], left+columnsGap, 0, right, widgets.HeightAt(o[1], right))
}

// widths returns the widths of the columns; that of the second is 0 where there is no room for it.
func (l *columns) widths() (left, right float32) {
	if l.width < leastColumns*theme.LargerText() {
		return l.width, 0
	}
	left = (l.width - columnsGap) * 0.56
	return left, l.width - columnsGap - left
}

// headingLayout places an icon before the name of the project.
type headingLayout struct{}

const headingGap = 12

// MinSize implements fyne.Layout.
func (headingLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	icon, name := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(icon.Width+headingGap+name.Width, max(icon.Height, name.Height))
}

// Layout implements fyne.Layout.
func (headingLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	icon, name := o[0].MinSize(), o[1].MinSize()
	widgets.Place(o[0], 0, (size.Height-icon.Height)/2, icon.Width, icon.Height)
	widgets.Place(o[1], icon.Width+headingGap, (size.Height-name.Height)/2, size.Width-icon.Width-headingGap, name.Height)
}
