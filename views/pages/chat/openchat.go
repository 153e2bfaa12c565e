package chat

import (
	"cmp"

	"parlando/app/chat"
	"parlando/app/connections"
	"parlando/views/i18n"
	"parlando/views/uithread"
)

// openChat is the chat that a page shows. All changes of the open chat, its model and its
// parameters go through its methods. ID is "" for a new chat without sent messages.
type openChat struct {
	chat.Conversation
	connections *connections.Connections
	// scope is reset when another chat is opened, which drops late results for the previous chat.
	scope *uithread.Scope
	// later is the id that the new chat gets when it is sent or left; "" until then.
	later *chat.ID
	// begun is the default model that the new chat began with.
	begun string
	// isTemporary reports whether a chat is only in memory.
	isTemporary func(chat.ID) bool
}

// temporary reports whether the chat is only in memory.
func (o *openChat) temporary() bool { return o.ID != "" && o.isTemporary(o.ID) }

// stored returns the id of the chat, "" for a new or a temporary one.
func (o *openChat) stored() chat.ID {
	if o.temporary() {
		return ""
	}
	return o.ID
}

// connection returns the connection of the chat.
func (o *openChat) connection() chat.ID {
	if o.Connection != "" {
		return o.Connection
	}
	c, _ := o.connections.Current()
	return c.ID
}

// model returns the model for the next message.
func (o *openChat) model() string {
	return cmp.Or(o.Model, o.connections.ChatDefaults(o.connection()).Model)
}

// target returns the chat with the connection and the model for the next message.
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
func (o *openChat) gone() bool { return o.connections.ForChat(o.Connection).Gone }

// title returns the title of the chat.
func (o *openChat) title() string { return cmp.Or(o.Title, i18n.Text("Chat")) }

// identity returns a function that returns the id of the chat that is open now. A new chat may get
// its id after the call of identity.
func (o *openChat) identity() func() chat.ID {
	if id := o.ID; id != "" {
		return func() chat.ID { return id }
	}
	later := o.later
	return func() chat.ID { return *later }
}

// name gives the new chat an id.
func (o *openChat) name(id chat.ID) {
	*o.later = id
	o.later = new(chat.ID)
}

// next is called before another chat is opened: late results for the previous chat are dropped.
func (o *openChat) next() { o.scope.Reset() }

// show replaces this chat with another.
func (o *openChat) show(c chat.Conversation) { o.Conversation = c }

// begin sets up a new chat with the defaults of a connection; "" is the current connection.
func (o *openChat) begin(id chat.ID) {
	begin := o.connections.ChatDefaults(id)
	o.Connection, o.Model, o.Params, o.begun = begin.Connection, begin.Model, begin.Parameters, begin.Model
}

// beginAgain gives a new chat for which no model was chosen the current default model, and reports
// whether that changed the model.
func (o *openChat) beginAgain() bool {
	if o.ID != "" || o.Model != o.begun {
		return false
	}
	o.begun = o.connections.ChatDefaults(o.connection()).Model
	changed := o.Model != o.begun
	o.Model = o.begun
	return changed
}

// sent turns a new chat into the conversation created by its first message.
func (o *openChat) sent(c chat.Conversation) {
	o.name(c.ID)
	o.ID, o.Connection, o.Model = c.ID, cmp.Or(o.Connection, c.Connection), cmp.Or(o.Model, c.Model)
}

// setModel chooses a model of the connection, "" for its default.
func (o *openChat) setModel(model string) { o.Model = model }

// setConnection chooses a connection and one of its models.
func (o *openChat) setConnection(id chat.ID, model string) { o.Connection, o.Model = id, model }

func (o *openChat) setParameters(p chat.Parameters) { o.Params = p }

// setPlace stores the user's reading position.
func (o *openChat) setPlace(p chat.ReadingPlace) { o.Place = p }

// setListed applies the chat's entry in the list of chats.
func (o *openChat) setListed(c chat.Summary) {
	o.Title, o.Pinned, o.Project = c.Title, c.Pinned, c.Project
}
