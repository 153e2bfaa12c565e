package chat

import "github.com/google/uuid"

// ID identifies a stored object. It is a UUID version 7, so IDs made on one computer sort by
// creation time; the empty ID means "none".
type ID string

// NewID returns a new ID.
func NewID() ID {
	id, err := uuid.NewV7()
	if err != nil {
		// Without a working random source, no other kind of unique ID can be made either.
		panic("chat: no randomness for an id: " + err.Error())
	}
	return ID(id.String())
}
