package connections

import (
	"cmp"
	"fmt"
	"slices"

	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/settings"
)

// Find returns the connection with this id.
func (c *Connections) Find(id chat.ID) (Connection, bool) { return c.options.Settings.Get().Find(id) }

// Removed returns the removed connection with this id.
func (c *Connections) Removed(id chat.ID) (settings.RemovedConnection, bool) {
	return c.options.Settings.Get().FindRemoved(id)
}

// Rename sets the user's name of a connection; "" restores its default name. The error is
// ErrNoConnection.
func (c *Connections) Rename(id chat.ID, name string) error {
	name = settings.CleanName(name)
	return c.edit(id, func(connection *Connection) {
		connection.Name, connection.Named = name, name != ""
		if name == "" {
			connection.Name = ownName(*connection)
		}
	})
}

// SetDefaults sets the defaults for new chats with a connection: a model, or "" for the last one
// used; parameters, or nil for the program's defaults. The error is ErrNoConnection.
func (c *Connections) SetDefaults(id chat.ID, model string, parameters *chat.Parameters) error {
	return c.edit(id, func(connection *Connection) {
		connection.Model, connection.Parameters = model, nil
		if parameters != nil {
			p := parameters.Clone()
			connection.Parameters = &p
		}
	})
}

// SetBypassProxy sets whether a connection bypasses every proxy. The error is ErrNoConnection.
func (c *Connections) SetBypassProxy(id chat.ID, direct bool) error {
	return c.edit(id, func(connection *Connection) { connection.Direct = direct })
}

// SetSearchKnown records that the user knows that searches of the web through a connection may cost
// more. The error is ErrNoConnection.
func (c *Connections) SetSearchKnown(id chat.ID) error {
	return c.edit(id, func(connection *Connection) { connection.SearchKnown = true })
}

// Move moves a connection to an index in the list; an index outside is clamped. The error is
// ErrNoConnection.
func (c *Connections) Move(id chat.ID, to int) error {
	found := false
	c.options.Settings.Change(func(s *settings.Settings) {
		from := slices.IndexFunc(s.Connections, func(other Connection) bool { return other.ID == id })
		if found = from >= 0; !found {
			return
		}
		moved := s.Connections[from]
		s.Connections = slices.Delete(s.Connections, from, from+1)
		s.Connections = slices.Insert(s.Connections, min(max(to, 0), len(s.Connections)), moved)
	})
	return c.told(found)
}

// edit changes one connection.
func (c *Connections) edit(id chat.ID, change func(*Connection)) error {
	found := false
	c.options.Settings.Change(func(s *settings.Settings) {
		if i := slices.IndexFunc(s.Connections, func(other Connection) bool { return other.ID == id }); i >= 0 {
			found = true
			change(&s.Connections[i])
		}
	})
	return c.told(found)
}

func (c *Connections) told(found bool) error {
	if !found {
		return ErrNoConnection
	}
	c.changed()
	return nil
}

// ownName returns the default name of a connection.
func ownName(connection Connection) string {
	if connection.Kind == Practice {
		return practiceName
	}
	if s, ok := KnownServiceAt(connection.Address); ok {
		return s.Name
	}
	if d, err := Describe(connection.Address); err == nil {
		return d.Host
	}
	return connection.Address
}

// ChatDefaults holds the defaults of a new chat.
type ChatDefaults struct {
	Connection chat.ID
	// Model is "" if none is known.
	Model      string
	Parameters chat.Parameters
}

// ChatDefaults returns the defaults of a new chat with a connection; "" is the current one. For a
// removed connection it returns only the program's default parameters.
func (c *Connections) ChatDefaults(id chat.ID) ChatDefaults {
	s := c.options.Settings.Get()
	id = cmp.Or(id, s.Connection)
	b := ChatDefaults{Connection: id, Parameters: s.Parameters}
	connection, ok := s.Find(id)
	if !ok {
		return b
	}
	if connection.Parameters != nil {
		b.Parameters = *connection.Parameters
	}
	if b.Model = connection.Model; b.Model == "" {
		b.Model = c.options.Catalog.Default(id)
	}
	return b
}

// ChatConnection is the connection of a chat, which may have been removed.
type ChatConnection struct {
	// Connection is empty if Gone is set; its ID is "" if there is no connection yet.
	Connection Connection
	// Gone reports that the chat's connection was removed. Nothing is sent until the user has
	// chosen another one.
	Gone bool
	// Name is the current or last name of the connection; "" if unknown.
	Name string
}

// ForChat returns the connection for the Connection field of a chat.Conversation; "" means the
// current one.
func (c *Connections) ForChat(id chat.ID) ChatConnection {
	s := c.options.Settings.Get()
	id = cmp.Or(id, s.Connection)
	if connection, ok := s.Find(id); ok {
		return ChatConnection{Connection: connection, Name: connection.Name}
	}
	if id == "" {
		return ChatConnection{}
	}
	forgotten, _ := s.FindRemoved(id)
	return ChatConnection{Gone: true, Name: forgotten.Name}
}

// CheckUsable returns the error that Client would return for a removed connection, or nil. Call it
// before preparing a request.
func (c *Connections) CheckUsable(id chat.ID) error {
	if way := c.ForChat(id); way.Gone {
		return c.gone(id, way.Name)
	}
	return nil
}

// gone returns the error for a removed connection.
func (c *Connections) gone(id chat.ID, name string) error {
	kind := problem.NoKey // no connection exists yet
	if id != "" {
		kind = problem.ConnectionGone
	}
	return fmt.Errorf("%w: %w", problem.Problem{Kind: kind, Detail: name, At: c.options.Now()}, ErrNoConnection)
}
