package chat

import (
	"cmp"

	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/views/adjust"
	"parlando/views/composer"
	"parlando/views/conversation"
	"parlando/views/i18n"
	"parlando/views/pages/chat/body"
	"parlando/views/pages/chat/findbar"
	"parlando/views/shell"
	"parlando/views/topbar"
	"parlando/views/uithread"
)

// base is what the controllers of a page share: what the page is made of, its widgets, and the chat
// that is open.
type base struct {
	Options
	view     *conversation.View
	composer *composer.Composer
	top      *topbar.Topbar
	panel    *adjust.Panel
	body     *body.Body
	find     *findbar.Control
	scene    *shell.Scene
	// open is the chat that is shown; its ID is "" for a new chat to which nothing was sent yet.
	open chat.Conversation
	// visit counts the chats that were opened, so that what comes late for an earlier one is
	// dropped; reads is what is read for the last of them.
	visit int
	reads *uithread.Scope
}

// connection returns the connection of the open chat.
func (b *base) connection() chat.ID {
	if b.open.Connection != "" {
		return b.open.Connection
	}
	c, _ := b.Owners.Connections.Current()
	return c.ID
}

// model returns the model that the next message is sent to.
func (b *base) model() string {
	return cmp.Or(b.open.Model, b.Owners.Connections.Begins(b.connection()).Model)
}

// Target returns the open chat with the connection and the model that the next message is sent to.
func (b *base) Target() chat.Conversation {
	c := b.open
	c.Connection, c.Model = b.connection(), b.model()
	return c
}

// asked returns whom a message is sent to now and with which parameters: what the top bar and the
// panel show, with a number that is still being typed. nil is what the chat has stored, which the
// quick window does not show.
func (b *base) asked() *chat.Target {
	if b.Compact && b.open.ID != "" {
		return nil
	}
	b.panel.Finish()
	if b.open.ID != "" {
		b.open.Model = b.model()
	}
	return &chat.Target{Connection: b.open.Connection, Model: b.model(), Params: b.open.Params}
}

// NameOf returns the name of a model of the open chat's connection, "" where it has none.
func (b *base) NameOf(model string) string {
	m, _ := b.Owners.Catalog.Model(b.connection(), model)
	return m.Name
}

// modelName returns the name of a model, its id where it has none.
func (b *base) modelName(id string) string { return cmp.Or(b.NameOf(id), id) }

// service returns the connection of the chat.
func (b *base) service() connections.Connection {
	c, _ := b.Owners.Connections.Find(b.connection())
	return c
}

// gone reports whether the connection of the open chat was removed.
func (b *base) gone() bool { return b.Owners.Connections.Of(b.open.Connection).Gone }

// title returns the title of the open chat.
func (b *base) title() string { return cmp.Or(b.open.Title, i18n.Text("Chat")) }

// beginWith sets up the new chat as chats with a connection begin; "" is the current one.
func (b *base) beginWith(id chat.ID) {
	begin := b.Owners.Connections.Begins(id)
	b.open.Connection, b.open.Model, b.open.Params = begin.Connection, begin.Model, begin.Parameters
}

// showWriting turns the send button into stop while a reply is being written, and back.
func (b *base) showWriting() {
	_, writing := b.Owners.Replies.Active(b.open.ID)
	b.composer.SetStreaming(writing && b.open.ID != "")
}
