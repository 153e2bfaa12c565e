// Package answers is the controller of the answer forms of a chat page: the menu of forms, and the
// sheets that define a table or a JSON schema.
package answers

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/history"
	"parlando/app/replies"
	"parlando/app/settings"
	"parlando/views/exporter"
	"parlando/views/i18n"
	"parlando/views/shell"
	"parlando/views/widgets"
	"parlando/views/words"
)

// Chat gives access to the chat whose answer form is chosen.
type Chat struct {
	// Open returns the open chat, with the connection and the model for the next message.
	Open          func() chat.Conversation
	SetParameters func(chat.Parameters)
	// Ask runs a function that requests a reply, with the parameters of the panel.
	Ask   func(func(context.Context, *chat.Target) (chat.ID, error))
	Title func() string
	// FocusMessage focuses the message box.
	FocusMessage func()
}

// Controller lets the user choose the answer form of a chat. Use it only on the window's thread.
type Controller struct {
	frame    shell.Host
	settings *settings.Store
	models   *catalog.Catalog
	replies  *replies.Replies
	exporter *exporter.Exporter
	chat     Chat
}

// New returns a controller.
func New(f shell.Host, s *settings.Store, m *catalog.Catalog, r *replies.Replies, e *exporter.Exporter, c Chat) *Controller {
	return &Controller{frame: f, settings: s, models: m, replies: r, exporter: e, chat: c}
}

// RequestUnfitCells implements cards.Answers.
func (c *Controller) RequestUnfitCells(id chat.ID) {
	c.chat.Ask(func(ctx context.Context, target *chat.Target) (chat.ID, error) {
		return c.replies.RequestCells(ctx, id, target)
	})
}

// RequestMissing implements cards.Answers.
func (c *Controller) RequestMissing(id chat.ID) {
	c.chat.Ask(func(ctx context.Context, target *chat.Target) (chat.ID, error) {
		return c.replies.RequestMissing(ctx, id, target)
	})
}

// ChangeColumns implements cards.Answers.
func (c *Controller) ChangeColumns(m chat.Message) {
	if f := m.Answer(); f != nil {
		c.edit(*f.Clone(), false, m.ID)
	}
}

// askAgain requests a reply again in another form.
func (c *Controller) askAgain(reply chat.ID, f chat.AnswerForm) {
	c.chat.Ask(func(ctx context.Context, target *chat.Target) (chat.ID, error) {
		return c.replies.RegenerateAs(ctx, reply, f, target)
	})
}

// IsMadeUp implements cards.Answers.
func (c *Controller) IsMadeUp() bool {
	connection, ok := c.settings.Get().Find(c.chat.Open().Connection)
	return ok && connection.Kind == settings.Practice
}

// CopyTable implements cards.Answers.
func (c *Controller) CopyTable(m chat.Message) { c.exporter.CopyTable(m) }

// SaveTable implements cards.Answers.
func (c *Controller) SaveTable(m chat.Message) {
	name := c.chat.Title()
	if f := m.Answer(); f != nil && f.Name != "" {
		name = f.Name
	}
	c.exporter.AskSaveTable(m, name)
}

// maxForms is the number of named forms in the menu, latest first.
const maxForms = 12

// ShowForms opens a menu of the answer forms at anchor.
func (c *Controller) ShowForms(anchor fyne.CanvasObject) {
	now := c.current()
	items := []widgets.MenuItem{{Icon: "type", Text: i18n.Text("Text"), Chosen: now == nil, Do: c.AnswerInText}}
	kept := false
	for i, f := range c.settings.Get().AnswerForms {
		if i == maxForms {
			break
		}
		icon, name := words.AnswerForm(&f)
		chosen := now != nil && now.Name == f.Name
		kept = kept || chosen
		items = append(items, widgets.MenuItem{Icon: icon, Text: name, Chosen: chosen, Do: func() { c.Use(&f) }})
	}
	if now != nil && !kept {
		icon, name := words.AnswerForm(now)
		items = append(items, widgets.MenuItem{Icon: icon, Text: name, Chosen: true, Do: func() { c.Use(now) }})
	}
	items = append(items,
		widgets.MenuItem{Icon: "table", Text: i18n.Text("New table…"), Do: func() { c.edit(chat.AnswerForm{Kind: chat.AnswerTable}, true, "") }},
		widgets.MenuItem{Icon: "braces", Text: i18n.Text("JSON…"), Do: func() { c.edit(chat.AnswerForm{Kind: chat.AnswerJSON}, true, "") }})
	if now != nil {
		once := i18n.Text("Only for my next message")
		if now.Once {
			once = i18n.Text("Keep for this chat")
		}
		items = append(items,
			widgets.MenuItem{Icon: "pencil", Text: i18n.Text("Change this format…"), Do: func() { c.edit(*now, false, "") }},
			widgets.MenuItem{Icon: "repeat", Text: once, Do: func() { c.setOnce(!now.Once) }})
	}
	widgets.ShowMenu(anchor, items)
}

// AnswerInText switches back to answers in plain text.
func (c *Controller) AnswerInText() { c.Use(nil) }

// NewTable asks for the columns of a table for the next message.
func (c *Controller) NewTable() {
	c.edit(chat.AnswerForm{Kind: chat.AnswerTable, Once: true}, true, "")
}

// current returns a copy of the answer form of the open chat, nil for plain text.
func (c *Controller) current() *chat.AnswerForm { return c.chat.Open().Params.Answer.Clone() }

// Use sets the answer form of the chat; nil means plain text.
func (c *Controller) Use(f *chat.AnswerForm) {
	p := c.chat.Open().Params.Clone()
	p.Answer = f.Clone()
	c.chat.SetParameters(p)
	if f != nil && f.Name != "" {
		c.settings.Change(func(s *settings.Settings) { s.KeepAnswerForm(*f, "") })
	}
	c.chat.FocusMessage()
}

func (c *Controller) setOnce(once bool) {
	p := c.chat.Open().Params.Clone()
	if p.Answer != nil {
		p.Answer.Once = once
		c.chat.SetParameters(p)
	}
	c.chat.FocusMessage()
}

// UsePromisesForm requests the next reply as a table of the promises made in a recording.
func (c *Controller) UsePromisesForm() {
	c.Use(&chat.AnswerForm{Kind: chat.AnswerTable, Once: true, Columns: []chat.Column{
		{Name: i18n.Text("Who"), Kind: chat.ColumnText},
		{Name: i18n.Text("Task"), Kind: chat.ColumnText},
		{Name: i18n.Text("Due"), Kind: chat.ColumnText},
		{Name: i18n.Text("At"), Kind: chat.ColumnText},
	}})
}

// FormForMessage reads the answer form requested for a single message. It returns nil if the
// message uses the form of its chat.
func FormForMessage(ctx context.Context, l *history.Store, m chat.Message) (*chat.AnswerForm, error) {
	heads, err := l.Thread(ctx, m.Conversation)
	at := slices.IndexFunc(heads, func(h chat.Head) bool { return h.ID == m.ID }) + 1
	if err != nil || at < 1 || at >= len(heads) {
		return nil, err
	}
	reply, err := l.Message(ctx, heads[at].ID)
	if f := reply.Answer(); f != nil && f.Once {
		return f, err
	}
	return nil, err
}
