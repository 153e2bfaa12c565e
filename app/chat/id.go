package chat

import "github.com/google/uuid"

// ID names a stored thing. It is a UUID version 7, so that ids sort by the time they were made
// on one computer; the empty ID means "none".
type ID string

// NewID makes a fresh ID.
func NewID() ID {
	id, err := uuid.NewV7()
	if err != nil {
		// Only a broken random source ends here; a random UUID from the same source cannot be
		// better.
		panic("chat: no randomness for an id: " + err.Error())
	}
	return ID(id.String())
}
