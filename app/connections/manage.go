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

// Rename gives a connection a name of the user's own; "" gives it back the name it had by itself.
// The error is ErrNoConnection.
func (c *Connections) Rename(id chat.ID, name string) error {
	name = settings.CleanName(name)
	return c.edit(id, func(connection *Connection) {
		connection.Name, connection.Named = name, name != ""
		if name == "" {
			connection.Name = ownName(*connection)
		}
	})
}

// SetDefaults sets the defaults of new chats with a connection: a model, or "" for the last one
// used; parameters, or nil for those of the program. The error is ErrNoConnection.
func (c *Connections) SetDefaults(id chat.ID, model string, parameters *chat.Parameters) error {
	return c.edit(id, func(connection *Connection) {
		connection.Model, connection.Parameters = model, nil
		if parameters != nil {
			p := parameters.Clone()
			connection.Parameters = &p
		}
	})
}

// SetDirect sets whether a connection bypasses every proxy. The error is ErrNoConnection.
func (c *Connections) SetDirect(id chat.ID, direct bool) error {
	return c.edit(id, func(connection *Connection) { connection.Direct = direct })
}

// Move puts a connection at another place of the list, 0 being the first; a place out of range is
// the nearest there is. The error is ErrNoConnection.
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

// ownName is the name of a connection that the user has not named.
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

// Begin has the defaults of a new chat.
type Begin struct {
	Connection chat.ID
	// Model is "" where none is known.
	Model      string
	Parameters chat.Parameters
}

// Begins returns what a new chat with a connection begins with; "" is the current one. Of a
// connection that is gone it is nothing but the program's own parameters.
func (c *Connections) Begins(id chat.ID) Begin {
	s := c.options.Settings.Get()
	id = cmp.Or(id, s.Connection)
	b := Begin{Connection: id, Parameters: s.Parameters}
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

// Way is the connection of a chat.
type Way struct {
	// Connection is the connection itself, unless Gone; its ID is "" where there is none at all
	// yet.
	Connection Connection
	// Gone: the chat's own connection was forgotten. Nothing is sent until the user has chosen
	// another.
	Gone bool
	// Name is its name, or its last one; "" where none is known.
	Name string
}

// Of returns what a chat speaks to whose chat.Conversation.Connection this is; "" is a chat that
// has none of its own and speaks to the current one.
func (c *Connections) Of(id chat.ID) Way {
	s := c.options.Settings.Get()
	id = cmp.Or(id, s.Connection)
	if connection, ok := s.Find(id); ok {
		return Way{Connection: connection, Name: connection.Name}
	}
	if id == "" {
		return Way{}
	}
	forgotten, _ := s.FindForgotten(id)
	return Way{Gone: true, Name: forgotten.Name}
}

// Ready returns why nothing can be sent to a connection, before anything is made ready for it: a
// problem.Problem of kind Gone with ErrNoConnection, as Client does, or nil.
func (c *Connections) Ready(id chat.ID) error {
	if way := c.Of(id); way.Gone {
		return c.gone(id, way.Name)
	}
	return nil
}

// gone is the error of a connection that is not there.
func (c *Connections) gone(id chat.ID, name string) error {
	kind := problem.NoKey // there is none at all yet
	if id != "" {
		kind = problem.Gone
	}
	return fmt.Errorf("%w: %w", problem.Problem{Kind: kind, Detail: name, At: c.options.Now()}, ErrNoConnection)
}
