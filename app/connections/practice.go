package connections

import (
	"cmp"
	"context"
	"slices"

	"parlando/app/chat"
	"parlando/client"
)

// PracticeScene is a service that the built-in gateway imitates, with its own models and address.
type PracticeScene struct{ ID, Address string }

// practiceName is the stored name of the practice connection; the window translates it.
const practiceName = "Practice"

// UsePractice makes the built-in gateway the current connection, with the scene chosen before. The
// error is that of fetching its models, or of ctx.
func (c *Connections) UsePractice(ctx context.Context) error {
	connection := c.same(Connection{Kind: Practice, Name: practiceName, Address: c.options.PracticeScenes[0].Address, NoKey: true})
	defer c.unclaim(connection.ID)
	c.keep(connection)
	return c.RefreshModels(ctx, connection.ID)
}

// RenewPractice lists the models of the practice connection anew if they have other names: those of
// the language of the window, which may have changed since. Otherwise nothing changes, because a
// new list clears what the models were learned to refuse. Nothing is sent over a network.
func (c *Connections) RenewPractice(ctx context.Context) error {
	all := c.List()
	i := slices.IndexFunc(all, c.plays)
	if i < 0 {
		return nil
	}
	connection := all[i]
	speaker, err := c.speaker(ctx, connection.ID, patience)
	if err != nil {
		return err
	}
	models, err := speaker.Models(ctx)
	renamed := slices.ContainsFunc(models, func(m client.Model) bool {
		known, _ := c.options.Catalog.Model(connection.ID, m.ID)
		return known.Name != cmp.Or(m.Name, m.ID)
	})
	if renamed {
		c.setListed(connection, models)
	}
	return err
}

// PracticeScenes returns the scenes of the built-in gateway, the default first.
func (c *Connections) PracticeScenes() []PracticeScene { return slices.Clone(c.options.PracticeScenes) }

// plays reports whether a connection is the practice connection with a known scene.
func (c *Connections) plays(connection Connection) bool {
	return connection.Kind == Practice && slices.ContainsFunc(c.options.PracticeScenes, func(s PracticeScene) bool { return s.Address == connection.Address })
}

// Play switches the practice connection to a scene and fetches its models. The error is
// ErrNoConnection if the connection or the scene does not exist, or that of RefreshModels.
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
