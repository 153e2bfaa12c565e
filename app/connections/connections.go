// Package connections owns the ways to a service: practice, a gateway with a key, a program on this
// computer. It decides what is sent where: nothing leaves before the user has chosen a way, keys
// go to the origin they were entered for and no other, and plain http leaves this computer only
// after a warning.
package connections

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/secrets"
	"parlando/app/settings"
	"parlando/client"
)

// Connection is one way to a service; its key is not part of it.
type Connection = settings.Connection

// The kinds of Connection.
const (
	Practice = settings.Practice
	Service  = settings.Service
	Local    = settings.Local
)

// patience is the longest wait before a busy service is asked again without a word. The window
// shows a longer one as it passes, and the user may do something else.
const patience = 5 * time.Second

// ErrNoConnection means that there is no connection of this id.
var ErrNoConnection = errors.New("connections: there is no such connection")

// Options are the dependencies of Connections.
type Options struct {
	owner.Common
	Settings *settings.Store
	Secrets  *secrets.Secrets
	Catalog  *catalog.Catalog
	// Practice carries requests to the gateway inside the program, which has PracticeAddress and
	// takes PracticeKey.
	Practice        http.RoundTripper
	PracticeAddress string
	PracticeKey     string
	// Transport carries all other requests; nil is the real network, by the settings of the proxy.
	Transport http.RoundTripper
	// System finds the proxy of the environment or the system for a request; nil means that of the
	// environment.
	System func(*http.Request) (*url.URL, error)
	// Programs are asked by FindLocal; nil means DefaultPrograms.
	Programs []Program
	// Meter returns what is told of each request of a connection that can cost; nil tells nobody.
	Meter func(id chat.ID) client.Meter
}

// Connections is safe from any goroutine. Methods with a context may wait for the network or for
// the password store and belong on a goroutine of their own; the others return at once.
type Connections struct {
	options Options
	// network goes by the settings of the proxy, direct uses none.
	network, direct *network
	defaults        Defaults
	// soon is the time that FindLocal waits.
	soon time.Duration

	mu sync.Mutex
	// undo are the connections that Restore can bring back.
	undo map[chat.ID]*undo
	// claimed are the forgotten connections that are being added again, or whose keys are being
	// deleted.
	claimed map[chat.ID]bool
	// swept: what earlier runs have left was looked for.
	swept sync.Once
}

// New makes Connections. It sends nothing.
func New(o Options) *Connections {
	o.SetDefaults()
	if o.System == nil {
		o.System = http.ProxyFromEnvironment
	}
	if o.Programs == nil {
		o.Programs = DefaultPrograms()
	}
	c := &Connections{
		options: o, undo: map[chat.ID]*undo{}, claimed: map[chat.ID]bool{}, soon: soon,
		network: &network{settings: o.Settings, secrets: o.Secrets, system: o.System},
		direct:  &network{settings: o.Settings, secrets: o.Secrets, direct: true},
	}
	o.Secrets.OnWaiting(c.changed)
	return c
}

// List returns all connections, in the user's order.
func (c *Connections) List() []Connection { return c.options.Settings.Get().Connections }

// Current is the connection that new chats use; ok is false before the first.
func (c *Connections) Current() (connection Connection, ok bool) {
	s := c.options.Settings.Get()
	return s.Find(s.Connection)
}

// Select makes another connection the current one. The error is ErrNoConnection.
func (c *Connections) Select(id chat.ID) error {
	found := false
	c.options.Settings.Change(func(s *settings.Settings) {
		if _, found = s.Find(id); found {
			s.Connection = id
		}
	})
	if !found {
		return ErrNoConnection
	}
	c.changed()
	return nil
}

// Waiting reports whether the password store keeps somebody waiting, most likely for the user to
// unlock it.
func (c *Connections) Waiting() bool { return c.options.Secrets.Waiting() }

// KeptUntilQuit reports whether the connection's key is in no password store and will be asked for
// at the next start.
func (c *Connections) KeptUntilQuit(id chat.ID) bool {
	connection, ok := c.options.Settings.Get().Find(id)
	return ok && c.options.Secrets.Kept(account(connection))
}

// Client returns what speaks to the connection; id "" is the current one. The key is read from the
// password store once. The error wraps a problem.Problem of kind NoKey when there is no key to be
// had, and then the cause, of package secrets, too; of kind Gone, whose Detail is the name it had,
// with ErrNoConnection when the connection was forgotten.
func (c *Connections) Client(ctx context.Context, id chat.ID) (*client.Client, error) {
	return c.speaker(ctx, id, patience)
}

// speaker is Client with another patience.
func (c *Connections) speaker(ctx context.Context, id chat.ID, patience time.Duration) (*client.Client, error) {
	s := c.options.Settings.Get()
	id = cmp.Or(id, s.Connection)
	connection, ok := s.Find(id)
	if !ok {
		forgotten, _ := s.FindForgotten(id)
		return nil, c.gone(id, forgotten.Name)
	}
	address, err := client.ParseAddress(connection.Address)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", problem.Problem{Kind: problem.WrongAddress, Detail: err.Error(), At: c.options.Now()}, err)
	}
	key, err := c.key(ctx, connection)
	if err != nil {
		if secrets.KindOf(err) == "" {
			return nil, err // the caller has stopped waiting
		}
		return nil, fmt.Errorf("%w: %w", problem.Problem{Kind: problem.NoKey, Host: address.Host(), Detail: err.Error(), At: c.options.Now()}, err)
	}
	if err := c.unlockProxy(ctx, connection, address); err != nil {
		return nil, err
	}
	o := client.Options{Address: address, Key: key, Transport: c.transport(connection), Patience: patience}
	if c.options.Meter != nil {
		o.Meter = c.options.Meter(id)
	}
	return client.New(o), nil
}

// key returns the key to be sent, "" for connections that need none.
func (c *Connections) key(ctx context.Context, connection Connection) (string, error) {
	switch {
	case connection.Kind == Practice:
		return c.options.PracticeKey, nil
	case connection.Kind == Local, connection.NoKey:
		return "", nil
	}
	key, err := c.options.Secrets.Get(ctx, account(connection))
	if err == nil {
		// The store is open: what an earlier run could not delete goes now.
		c.swept.Do(func() { go c.sweep(context.Background()) })
	}
	return key.Reveal(), err
}

func (c *Connections) transport(connection Connection) http.RoundTripper {
	switch {
	case connection.Kind == Practice:
		return c.options.Practice
	case c.options.Transport != nil:
		return c.options.Transport
	case connection.Direct:
		return c.direct
	}
	return c.network
}

// RefreshModels asks the service for its list of models and hands it to the catalog. The error is a
// *failure.Error, of kind failure.NoModelList when there is no list, or that of Client.
func (c *Connections) RefreshModels(ctx context.Context, id chat.ID) error {
	if id == "" {
		id = c.options.Settings.Get().Connection
	}
	speaker, err := c.Client(ctx, id)
	if err != nil {
		return err
	}
	models, err := speaker.Models(ctx)
	c.Report(id, Outcome{What: catalog.Lists, Err: err})
	if err != nil {
		return fmt.Errorf("list the models: %w", err)
	}
	if _, still := c.options.Settings.Get().Find(id); still { // else it was forgotten meanwhile
		c.options.Catalog.SetListed(id, listed(models))
	}
	return nil
}

// keep stores the connection and makes it the current one.
func (c *Connections) keep(connection Connection) {
	c.endUndo(connection.ID)
	c.options.Settings.Change(func(s *settings.Settings) {
		i := slices.IndexFunc(s.Connections, func(other Connection) bool { return other.ID == connection.ID })
		if i < 0 {
			s.Connections = append(s.Connections, connection)
		} else {
			s.Connections[i] = connection
		}
		s.Connection = connection.ID
		s.Forgotten = slices.DeleteFunc(s.Forgotten, func(f settings.Forgotten) bool { return f.ID == connection.ID })
	})
	c.changed()
}

func (c *Connections) changed() {
	c.options.Marks.Mark(changes.Change{Topic: changes.Connection})
}

// account names the key of a connection in the password store. An address that cannot be read has
// none.
func account(connection Connection) string {
	address, err := client.ParseAddress(connection.Address)
	if err != nil {
		return secrets.Account(connection.ID, "")
	}
	return secrets.Account(connection.ID, address.Origin())
}

// listed hands the client's words over to the catalog.
func listed(models []client.Model) []catalog.Model {
	tri := func(b *bool) catalog.Tri {
		switch {
		case b == nil:
			return catalog.Unknown
		case *b:
			return catalog.Yes
		}
		return catalog.No
	}
	all := make([]catalog.Model, len(models))
	for i, m := range models {
		all[i] = catalog.Model{ID: m.ID, Name: m.Name, Purpose: catalog.Purpose(m.Purpose), Sees: tri(m.Sees), Reads: tri(m.Reads), Tools: tri(m.Tools), Context: m.Context, Price: m.Price}
		for _, f := range m.Formats {
			all[i].Formats = append(all[i].Formats, string(f))
		}
	}
	return all
}
