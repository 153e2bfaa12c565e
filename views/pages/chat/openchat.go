package chat

import (
	"cmp"

	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/views/i18n"
	"parlando/views/uithread"
)

// openChat is the chat that a page shows, and alone changes which one that is, its model and its
// parameters. Its ID is "" for a new chat to which nothing was sent yet.
type openChat struct {
	chat.Conversation
	connections *connections.Connections
	// visit counts the chats that were opened, so that late results for an earlier one are dropped;
	// reads has the reads for the last of them.
	visit int
	reads *uithread.Scope
}

// connection returns the connection of the chat.
func (o *openChat) connection() chat.ID {
	if o.Connection != "" {
		return o.Connection
	}
	c, _ := o.connections.Current()
	return c.ID
}

// model returns the model that the next message is sent to.
func (o *openChat) model() string {
	return cmp.Or(o.Model, o.connections.Begins(o.connection()).Model)
}

// target returns the chat with the connection and the model that the next message is sent to.
func (o *openChat) target() chat.Conversation {
	c := o.Conversation
	c.Connection, c.Model = o.connection(), o.model()
	return c
}

// service returns the connection of the chat.
func (o *openChat) service() connections.Connection {
	c, _ := o.connections.Find(o.connection())
	return c
}

// gone reports whether the connection of the chat was removed.
func (o *openChat) gone() bool { return o.connections.Of(o.Connection).Gone }

// title returns the title of the chat.
func (o *openChat) title() string { return cmp.Or(o.Title, i18n.Text("Chat")) }

// next begins to open another chat: what is read for the one before is dropped.
func (o *openChat) next() {
	o.visit++
	o.reads.Reset()
}

// show puts another chat in place of this one.
func (o *openChat) show(c chat.Conversation) { o.Conversation = c }

// begin sets up the new chat as chats with a connection begin; "" is the current one.
func (o *openChat) begin(id chat.ID) {
	begin := o.connections.Begins(id)
	o.Connection, o.Model, o.Params = begin.Connection, begin.Model, begin.Parameters
}

// sent makes a new chat the conversation that was begun with its first message.
func (o *openChat) sent(c chat.Conversation) {
	o.ID, o.Connection, o.Model = c.ID, cmp.Or(o.Connection, c.Connection), cmp.Or(o.Model, c.Model)
}

// setModel chooses a model of the connection, "" the one that chats with it begin with.
func (o *openChat) setModel(model string) { o.Model = model }

// setConnection chooses a connection and a model of it.
func (o *openChat) setConnection(id chat.ID, model string) { o.Connection, o.Model = id, model }

func (o *openChat) setParameters(p chat.Parameters) { o.Params = p }

// setPlace notes where the user has read to.
func (o *openChat) setPlace(p chat.ReadingPlace) { o.Place = p }

// setListed takes over what the list of chats knows of the chat.
func (o *openChat) setListed(c chat.Summary) { o.Title, o.Pinned = c.Title, c.Pinned }
