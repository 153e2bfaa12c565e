package connections

import (
	"context"
	"slices"

	"parlando/app/chat"
)

// PracticeScene is a list of models that the built-in gateway plays at an address of its own.
type PracticeScene struct{ ID, Address string }

// practiceName is the stored name of the practice connection; the window translates it.
const practiceName = "Practice"

// UsePractice makes the built-in gateway the current connection. A scene that was chosen for it is
// kept. The error is that of fetching its models, or of ctx.
func (c *Connections) UsePractice(ctx context.Context) error {
	connection := c.same(Connection{Kind: Practice, Name: practiceName, Address: c.options.PracticeScenes[0].Address, NoKey: true})
	defer c.unclaim(connection.ID)
	c.keep(connection)
	return c.RefreshModels(ctx, connection.ID)
}

// PracticeScenes returns what the built-in gateway can play, the default first.
func (c *Connections) PracticeScenes() []PracticeScene { return slices.Clone(c.options.PracticeScenes) }

// plays reports whether a connection is that of practice with one of its scenes.
func (c *Connections) plays(connection Connection) bool {
	return connection.Kind == Practice && slices.ContainsFunc(c.options.PracticeScenes, func(s PracticeScene) bool { return s.Address == connection.Address })
}

// Play makes the practice connection play a scene and fetches its models. The error is
// ErrNoConnection if there is no such connection or scene, or that of RefreshModels.
func (c *Connections) Play(ctx context.Context, id chat.ID, scene string) error {
	c.playing.Lock()
	defer c.playing.Unlock()
	i := slices.IndexFunc(c.options.PracticeScenes, func(s PracticeScene) bool { return s.ID == scene })
	if connection, ok := c.Find(id); !ok || connection.Kind != Practice || i < 0 {
		return ErrNoConnection
	}
	if err := c.edit(id, func(connection *Connection) { connection.Address = c.options.PracticeScenes[i].Address }); err != nil {
		return err
	}
	return c.RefreshModels(ctx, id)
}
