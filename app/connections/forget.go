package connections

import (
	"context"
	"net/http"
	"slices"
	"time"

	"parlando/app/chat"
	"parlando/app/secrets"
	"parlando/app/settings"
)

// UndoTimeout is the time during which Restore can bring back a removed connection.
const UndoTimeout = 15 * time.Second

// undo is a removed connection that can be restored.
type undo struct {
	connection Connection
	place      int
	current    bool
	timer      *time.Timer
}

// Forget removes a connection immediately: from then on it receives no requests. Restore can bring
// it back within UndoTimeout. Then, or earlier when Parlando quits, its key and models are deleted.
// Its name, address and monthly limit remain, so that its chats and its limit are back when the
// connection is added again. If it was the current connection, fallback chooses another one. The
// error is ErrNoConnection.
func (c *Connections) Forget(id chat.ID) error {
	now := c.options.Now()
	known := map[chat.ID]Abilities{}
	for _, other := range c.List() {
		known[other.ID] = c.Abilities(other.ID)
	}
	var u undo
	found := false
	c.options.Settings.Change(func(s *settings.Settings) {
		u.place = slices.IndexFunc(s.Connections, func(other Connection) bool { return other.ID == id })
		if found = u.place >= 0; !found {
			return
		}
		u.connection, u.current = s.Connections[u.place], s.Connection == id
		s.Connections = slices.Delete(s.Connections, u.place, u.place+1)
		if u.current {
			s.Connection = fallback(s.Connections, known)
		}
		f := settings.RemovedConnection{ID: id, Kind: u.connection.Kind, Name: u.connection.Name, Address: u.connection.Address, At: now, Limit: u.connection.Limit}
		if u.connection.Kind == Service && !u.connection.NoKey {
			f.Account = account(u.connection)
		}
		s.Forgotten = append(s.Forgotten, f)
	})
	if found {
		c.mu.Lock()
		u.timer = time.AfterFunc(UndoTimeout, func() { c.purge(c.ctx, id) })
		c.undo[id] = &u
		c.mu.Unlock()
	}
	return c.told(found)
}

// Restore brings back a connection that was removed less than UndoTimeout ago, at its previous
// position. Later the error is ErrNoConnection.
func (c *Connections) Restore(id chat.ID) error {
	c.mu.Lock()
	u := c.undo[id]
	delete(c.undo, id)
	c.mu.Unlock()
	if u == nil {
		return ErrNoConnection
	}
	u.timer.Stop()
	c.options.Settings.Change(func(s *settings.Settings) {
		s.Forgotten = slices.DeleteFunc(s.Forgotten, func(f settings.RemovedConnection) bool { return f.ID == id })
		s.Connections = slices.Insert(s.Connections, min(u.place, len(s.Connections)), u.connection)
		if u.current || s.Connection == "" {
			s.Connection = id
		}
	})
	c.changed()
	return nil
}

// purge deletes the data needed by Restore.
func (c *Connections) purge(ctx context.Context, id chat.ID) {
	c.mu.Lock()
	_, there := c.undo[id]
	delete(c.undo, id)
	ended := c.running.Add("purge")
	c.mu.Unlock()
	defer ended()
	if there {
		c.options.Catalog.Forget(id)
		c.sweep(ctx)
	}
}

// reclaim returns the ID for a new connection: that of the latest removed connection with that
// address, whose chats the new one takes over, or else a new ID. A program on this computer and a
// service count as the same if the address is. The caller passes the ID to unclaim once the new
// connection has been stored or abandoned.
func (c *Connections) reclaim(kind settings.ConnectionKind, address string) chat.ID {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range slices.Backward(c.options.Settings.Get().Forgotten) {
		if (f.Kind == Practice) == (kind == Practice) && (f.Address == address || kind == Practice) && !c.claimed[f.ID] {
			c.claimed[f.ID] = true
			return f.ID
		}
	}
	return chat.NewID()
}

// claim reserves a removed connection whose undo has expired for deleting its key; ok is false if
// it is already reserved or has been restored.
func (c *Connections) claim(id chat.ID) (ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, forgotten := c.options.Settings.Get().FindRemoved(id)
	if ok = forgotten && c.undo[id] == nil && !c.claimed[id]; ok {
		c.claimed[id] = true
	}
	return ok
}

// unclaim ends the reservation of an ID made by reclaim, if there is one.
func (c *Connections) unclaim(id chat.ID) {
	c.mu.Lock()
	delete(c.claimed, id)
	c.mu.Unlock()
}

// endUndo ends the undo of a connection that was added again, without deleting its key and models.
func (c *Connections) endUndo(id chat.ID) {
	c.mu.Lock()
	if u := c.undo[id]; u != nil {
		u.timer.Stop()
		delete(c.undo, id)
	}
	c.mu.Unlock()
}

// sweep deletes the keys of removed connections whose undo has expired, including those left by
// earlier runs.
func (c *Connections) sweep(ctx context.Context) {
	for _, f := range c.options.Settings.Get().Forgotten {
		if f.Account == "" || !c.claim(f.ID) {
			continue
		}
		err := c.options.Secrets.Delete(ctx, f.Account)
		c.unclaim(f.ID)
		if err != nil {
			c.options.Log.Warn("The key of a removed connection could not be deleted", "kind", secrets.KindOf(err))
			continue
		}
		c.options.Settings.Change(func(s *settings.Settings) {
			for i := range s.Forgotten {
				if s.Forgotten[i].ID == f.ID {
					s.Forgotten[i].Account = ""
				}
			}
		})
	}
}

// Close purges all removed connections, waiting for the password store no longer than ctx, ends
// requests for model lists, and closes idle network connections.
func (c *Connections) Close(ctx context.Context) error {
	c.mu.Lock()
	pending := make([]chat.ID, 0, len(c.undo))
	for id, u := range c.undo {
		u.timer.Stop()
		pending = append(pending, id)
	}
	c.mu.Unlock()
	for _, id := range pending {
		c.purge(ctx, id)
	}
	c.stop()
	err := c.running.Wait(ctx)
	c.network.closeIdle()
	c.direct.closeIdle()
	(&http.Client{Transport: c.options.Transport}).CloseIdleConnections()
	return err
}
