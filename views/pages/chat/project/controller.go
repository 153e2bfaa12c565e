// Package project shows a project on the chat page: around the message box of a new chat its chats,
// files and instructions, and the sheet of its files.
package project

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"fyne.io/fyne/v2"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/cost"
	"parlando/app/documents/textencoding"
	"parlando/app/memories"
	"parlando/app/projects"
	"parlando/app/transcripts"
	"parlando/views/form"
	"parlando/views/format"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/uithread"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Projects is the owner of the projects (package projects).
type Projects interface {
	Project(ctx context.Context, id chat.ID) (projects.Project, error)
	SetInstructions(ctx context.Context, id chat.ID, text string) error
	SetMaxTokens(ctx context.Context, id chat.ID, limit int) error
}

// Files is the owner of the projects' files (package projects).
type Files interface {
	Files(ctx context.Context, project chat.ID) ([]projects.File, error)
	Newer(ctx context.Context, project chat.ID) ([]chat.ID, error)
	Part(ctx context.Context, id chat.ID) (chat.Part, error)
	AddPath(ctx context.Context, project chat.ID, path string, encoding textencoding.Encoding) (projects.File, error)
	Add(ctx context.Context, project chat.ID, part chat.Part) (projects.File, error)
	Choose(ctx context.Context, id chat.ID, chosen bool) error
	Remove(ctx context.Context, id chat.ID) error
	RestoreFile(ctx context.Context, id chat.ID) error
	Renew(ctx context.Context, id chat.ID, encoding textencoding.Encoding) error
}

// Chats lists the chats (package history).
type Chats interface {
	Order(ctx context.Context) (chat.Order, error)
	Summaries(ctx context.Context, ids []chat.ID) (map[chat.ID]chat.Summary, error)
}

// Memories are the sentences to remember (package memories).
type Memories interface {
	List(ctx context.Context, project chat.ID) ([]memories.Memory, error)
}

// Transcripts provides the transcripts that can be added (package transcripts).
type Transcripts interface {
	List() []transcripts.Transcript
	Lines(ctx context.Context, id chat.ID) ([]transcripts.Line, error)
}

// Chat gives access to the chat page.
type Chat struct {
	// Open returns the open chat, with the connection and the model for the next message.
	Open func() chat.Conversation
	// OpenChat opens a chat, and ChatMenu returns its menu.
	OpenChat func(chat.ID)
	ChatMenu func(chat.Summary) []widgets.MenuItem
	// Model returns the name of the open chat's model and its context in tokens, 0 if unknown.
	Model func() (name string, window int)
	// InputCost returns the cost of tokens that are sent to the model.
	InputCost func(tokens int) (cost.Sum, bool)
	// ShowFile shows a file in the window or opens it.
	ShowFile func(chat.Part)
	// ShowOutgoing shows what the next message sends.
	ShowOutgoing func()
	// ShowMemories shows the memories of a project.
	ShowMemories func(project chat.ID)
	// Choose asks for a project.
	Choose func(title string, in chat.ID, chosen func(id chat.ID, name string))
	// SetHome shows a heading above the message box of a new chat, and content below.
	SetHome func(heading, content fyne.CanvasObject)
	// Gone is called if the project does not exist any more.
	Gone func()
	// Changed is called after what is sent with a message has changed.
	Changed func()
}

// Controller shows the project of the open chat. Use it only on the window's thread.
type Controller struct {
	frame       shell.Host
	thread      *uithread.Thread
	log         *slog.Logger
	projects    Projects
	files       Files
	chats       Chats
	transcripts Transcripts
	memories    Memories
	chat        Chat

	reads *uithread.Scope
	state contents
	// more is the number of chats shown beyond the first ones.
	more int
	home *home
	// sheet lists the files; nil while it is closed.
	sheet *fileSheet
	// skipped are the files that could not be added, with the reasons.
	skipped words.SkippedFiles
}

// contents holds the shown values of a project.
type contents struct {
	projects.Project
	Files []projects.File
	// Newer are the files that were changed on disk.
	Newer []chat.ID
	// Chats are the chats of the project, of which the first are read.
	Chats     chat.Order
	Summaries map[chat.ID]chat.Summary
	Memories  []memories.Memory
	// Adding is the name of a file that is being added, "" for none.
	Adding string
}

// Options are the dependencies of a Controller.
type Options struct {
	Frame       shell.Host
	Thread      *uithread.Thread
	Log         *slog.Logger
	Projects    Projects
	Files       Files
	Chats       Chats
	Transcripts Transcripts
	Memories    Memories
	Chat        Chat
}

// New returns a controller that shows no project.
func New(o Options) *Controller {
	c := &Controller{
		frame: o.Frame, thread: o.Thread, log: o.Log, projects: o.Projects, files: o.Files, chats: o.Chats, transcripts: o.Transcripts, memories: o.Memories, chat: o.Chat,
		reads: uithread.NewScope(o.Thread),
	}
	c.home = newHome(c)
	return c
}

// Project returns the project of the open chat as far as it was read; its ID is "" for none.
func (c *Controller) Project() projects.Project { return c.state.Project }

// Sent returns the files that are sent, of long texts only the beginnings.
func (c *Controller) Sent() (parts []chat.Part) {
	for _, f := range c.state.Files {
		if f.Chosen {
			parts = append(parts, f.Part)
		}
	}
	return parts
}

// chatsAtOnce is the number of chats shown at first, and added by each press of Show more.
const chatsAtOnce = 30

// Refresh reads the project of the open chat, if there is one, and shows it.
func (c *Controller) Refresh() {
	id := c.chat.Open().Project
	other := id != c.state.ID
	if other {
		c.state, c.more = contents{Project: projects.Project{ID: id}}, 0
		c.skipped.Clear()
	}
	c.reads.Reset()
	if id == "" {
		if other {
			c.chat.Changed()
		}
		return
	}
	shown := 0
	if c.isHome() {
		shown = chatsAtOnce + c.more
	}
	uithread.Load(c.reads, func() (contents, error) { return c.read(id, shown) }, func(read contents) {
		read.Adding = c.state.Adding
		c.state = read
		c.show()
	}, func(err error) {
		if errors.Is(err, projects.ErrNotFound) {
			c.state = contents{}
			c.chat.Gone()
			c.chat.Changed()
			return
		}
		c.frame.ReadErrorHandler(i18n.Text("The project couldn't be read. It's still saved."), c.Refresh)(err)
	})
}

// isHome reports whether the open chat is a new one, which shows the project.
func (c *Controller) isHome() bool { return c.chat.Open().ID == "" }

// read reads a project with the summaries of its first chats; shown is 0 where the chats are not
// shown.
func (c *Controller) read(id chat.ID, shown int) (r contents, err error) {
	ctx := c.frame.Context()
	if r.Project, err = c.projects.Project(ctx, id); err != nil {
		return r, err
	}
	if r.Files, err = c.files.Files(ctx, id); err != nil {
		return r, err
	}
	if r.Newer, err = c.files.Newer(ctx, id); err != nil {
		return r, err
	}
	if r.Memories, err = c.memories.List(ctx, id); err != nil {
		return r, err
	}
	if shown == 0 {
		return r, nil
	}
	order, err := c.chats.Order(ctx)
	if err != nil {
		return r, err
	}
	r.Chats = slices.DeleteFunc(order, func(e chat.Entry) bool { return e.Project != id })
	var ids []chat.ID
	for _, e := range r.Chats[:min(shown, len(r.Chats))] {
		ids = append(ids, e.ID)
	}
	r.Summaries, err = c.chats.Summaries(ctx, ids)
	return r, err
}

// show shows what was read.
func (c *Controller) show() {
	if c.isHome() {
		c.home.Update()
		c.chat.SetHome(c.home.heading, c.home.Object())
	}
	if c.sheet != nil {
		c.sheet.Update()
	}
	c.chat.Changed()
}

// Follow reads the project again after a change that concerns it.
func (c *Controller) Follow(cs []changes.Change) {
	if c.state.ID == "" {
		return
	}
	for _, one := range cs {
		listed := one.Topic == changes.Conversations && c.isHome()
		if listed || one.Topic == changes.Memories || one.Topic == changes.Projects && chat.ID(one.ID) == c.state.ID {
			c.Refresh()
			return
		}
	}
}

// TooLong returns the sentence that the chosen files do not fit the model, "" if they do.
func (c *Controller) TooLong() string {
	model, _ := c.chat.Model()
	limit := c.limit()
	if c.state.Tokens <= limit {
		return ""
	}
	return i18n.Text("The files of this project are too long for {{.Model}}: {{.Tokens}}, of which it takes {{.Most}}. Choose fewer files or another model before you send.",
		map[string]any{"Model": model, "Tokens": words.RoughTokens(c.state.Tokens), "Most": format.Number(limit)})
}

// limit returns the number of tokens that the files may have for the model.
func (c *Controller) limit() int {
	_, window := c.chat.Model()
	return c.state.Limit(window)
}

// fits reports whether a file that is not chosen can be sent beside the chosen ones.
func (c *Controller) fits(f projects.File) bool { return c.state.Tokens+f.Tokens <= c.limit() }

// count returns sentences about the files that are sent with each message, and about those for
// which there is no room.
func (c *Controller) count() string {
	out := 0
	for _, f := range c.state.Files {
		if !f.Chosen && !c.fits(f) {
			out++
		}
	}
	if out == 0 || c.TooLong() != "" {
		return c.countChosen()
	}
	return format.Sentences(c.countChosen(), i18n.Plural("{{.N}} files don't fit. Limit in tokens: {{.Most}}.", out, map[string]any{"Most": format.Number(c.limit())}))
}

// countChosen returns a sentence about the chosen files.
func (c *Controller) countChosen() string {
	said := map[string]any{
		"Chosen": format.Number(c.state.Chosen), "All": format.Number(len(c.state.Files)), "Tokens": words.RoughTokens(c.state.Tokens),
	}
	if sum, ok := c.chat.InputCost(c.state.Tokens); ok {
		said["Cost"] = words.CostText(sum)
	}
	if c.TooLong() != "" {
		return i18n.Text("Files chosen: {{.Chosen}} of {{.All}} ({{.Tokens}}). That is too much to send.", said)
	}
	all, priced := c.state.Chosen == len(c.state.Files), said["Cost"] != nil
	switch {
	case all && priced:
		return i18n.Text("All of it is sent with each message: {{.Tokens}}, {{.Cost}}.", said)
	case all:
		return i18n.Text("All of it is sent with each message: {{.Tokens}}.", said)
	case priced:
		return i18n.Text("Files sent with each message: {{.Chosen}} of {{.All}} ({{.Tokens}}, {{.Cost}}).", said)
	}
	return i18n.Text("Files sent with each message: {{.Chosen}} of {{.All}} ({{.Tokens}}).", said)
}

// EditInstructions opens the form of the instructions.
func (c *Controller) EditInstructions() {
	id, text := c.state.ID, c.state.Instructions
	var o *widgets.Overlay
	f := form.New(12, func(f *form.Form) {
		f.Muted(i18n.Text("They are sent with every message of this project's chats, in addition to the instructions of the chat."))
		f.Add(f.Field(form.Field{
			Name: i18n.Text("Instructions"), Placeholder: i18n.Text("For example: Answer in plain words. We move on 1 March."), Value: text, Rows: 6, Kept: "text",
			OnChange: func(typed string) { text = typed },
		}))
		if f.Draft.Keeps("text") {
			f.Muted(i18n.Text("This change isn't saved."))
		}
		f.Foot(func() {
			f.AddEndRow(f.Button(i18n.Text("Cancel"), func() { o.Hide() }), f.Primary(i18n.Text("Save"), func() {
				c.frame.ChangeThen(func(ctx context.Context) error { return c.projects.SetInstructions(ctx, id, text) }, func() {
					f.Draft.Used()
					o.Hide()
				})
			}))
		})
	})
	f.Draft = form.Open(c.frame.Forms(), "project/"+string(id)+"/instructions")
	o = f.ShowPage(c.frame.Canvas(), i18n.Text("Instructions of “{{.Name}}”", map[string]any{"Name": words.ShortName(c.state.Name, words.MaxNameOnButton)}), 560)
	f.Focus(c.frame.Canvas(), i18n.Text("Instructions"))
}
