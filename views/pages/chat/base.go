package chat

import (
	"cmp"
	"log/slog"

	"fyne.io/fyne/v2"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/replies"
	"parlando/views/adjust"
	"parlando/views/composer"
	"parlando/views/conversation"
	"parlando/views/pages/chat/body"
	"parlando/views/pages/chat/findbar"
	"parlando/views/shell"
	"parlando/views/topbar"
	"parlando/views/uithread"
)

// base is shared by the controllers of a page: the window, the page's widgets, the open chat, the
// models and the replies. A controller has the other services it needs as fields.
type base struct {
	Frame  Frame
	Window fyne.Window
	Thread *uithread.Thread
	Log    *slog.Logger
	Links  Links
	// NewChat and Compact are copies of the fields in Options.
	NewChat chat.ID
	Compact bool

	catalog  *catalog.Catalog
	replies  *replies.Replies
	view     *conversation.View
	composer *composer.Composer
	top      *topbar.Topbar
	panel    *adjust.Panel
	body     *body.Body
	find     *findbar.Controller
	scene    *shell.Scene
	open     openChat
	// asks reports whether a question that a message can answer waits in the open chat.
	asks func() bool
}

// Target returns the open chat with the connection and the model for the next message.
func (b *base) Target() chat.Conversation { return b.open.target() }

// asked returns the target of the next message as set in the top bar and the panel, after accepting
// a number being typed there. For a stored chat in the quick window, which has no such controls, it
// returns nil: the stored target.
func (b *base) asked() *chat.Target {
	if b.Compact && b.open.ID != "" {
		return nil
	}
	b.panel.CommitEdit()
	if b.open.ID != "" {
		b.open.setModel(b.open.model())
	}
	return &chat.Target{Connection: b.open.Connection, Model: b.open.model(), Params: b.open.Params}
}

// ModelName returns the name of a model of the open chat's connection, "" if the model has no name.
func (b *base) ModelName(model string) string {
	m, _ := b.catalog.Model(b.open.connection(), model)
	return m.Name
}

// modelName returns the name of a model, or the model's id if there is no name.
func (b *base) modelName(id string) string { return cmp.Or(b.ModelName(id), id) }

// showWriting turns the send button into a stop button while a reply is being written, and back,
// and shows what the key that sends does meanwhile.
func (b *base) showWriting() {
	_, writing := b.replies.Active(b.open.ID)
	b.composer.SetStreaming(writing && b.open.ID != "")
	b.composer.SetAnswers(writing && b.asks())
}
