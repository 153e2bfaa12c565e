// Package connections owns the connections to services: practice, a gateway with a key, a program
// on this computer. It controls where requests and keys go: nothing is sent before the user has
// chosen a connection, a key is sent only to the origin it was entered for, and plain http to other
// computers requires the user's confirmation.
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

	"parlando/app/ask"
	"parlando/app/catalog"
	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/owner"
	"parlando/app/problem"
	"parlando/app/secrets"
	"parlando/app/settings"
	"parlando/client"
)

// Connection is a connection to a service, without its key.
type Connection = settings.Connection

// The kinds of Connection.
const (
	Practice = settings.Practice
	Service  = settings.Service
	Local    = settings.Local
)

// patience is the longest wait before a retry that the client does itself. A longer wait is
// returned as an error, and the window shows it.
const patience = 5 * time.Second

// ErrNoConnection means that there is no connection with this id.
var ErrNoConnection = errors.New("connections: no such connection")

// Options are the dependencies of Connections.
type Options struct {
	owner.CommonOptions
	Settings *settings.Store
	Secrets  *secrets.Secrets
	Catalog  *catalog.Catalog
	// Practice is the transport to the built-in gateway, which accepts PracticeKey. PracticeScenes
	// lists the services that the gateway can imitate, the default first.
	Practice       http.RoundTripper
	PracticeScenes []PracticeScene
	PracticeKey    string
	// Transport is used for all other connections; nil uses the network with the proxy settings.
	Transport http.RoundTripper
	// System returns the environment's or system's proxy for a request; nil uses the environment.
	System func(*http.Request) (*url.URL, error)
	// Programs lists the addresses that FindLocal checks; nil means DefaultPrograms.
	Programs []Program
	// Meter returns the meter for all billable requests of a connection; nil records nothing.
	Meter func(id chat.ID) client.Meter
	// CheckRequest returns why a request to a connection must not leave now, with its subject in
	// ctx; nil lets all leave.
	CheckRequest func(ctx context.Context, id chat.ID) error
}

// Connections is safe from any goroutine. Methods with a context may wait for the network or the
// password store and must not run on the window's thread; the others do not block.
type Connections struct {
	options Options
	// network uses the proxy settings, direct uses no proxy.
	network, direct *network
	defaults        CheckModelNames
	// soon is the timeout of FindLocal.
	soon time.Duration
	// playing serializes Play, so that the stored models are those of the last chosen scene.
	playing sync.Mutex
	running owner.Goroutines
	ctx     context.Context // canceled by Close
	stop    context.CancelFunc

	mu sync.Mutex
	// undo holds the removed connections that Restore can bring back.
	undo map[chat.ID]*undo
	// claimed holds the removed connections that are being added again, or whose keys are being
	// deleted.
	claimed map[chat.ID]bool
	// renewed holds the connections for which renewList has run since the start.
	renewed map[chat.ID]bool
	// swept runs the deletion of keys left by earlier runs once.
	swept sync.Once
}

// New returns Connections. It sends nothing.
func New(o Options) *Connections {
	o.SetDefaults()
	if o.System == nil {
		o.System = http.ProxyFromEnvironment
	}
	if o.Programs == nil {
		o.Programs = DefaultPrograms()
	}
	c := &Connections{
		options: o, undo: map[chat.ID]*undo{}, claimed: map[chat.ID]bool{}, renewed: map[chat.ID]bool{}, soon: soon,
		network: &network{settings: o.Settings, secrets: o.Secrets, system: o.System},
		direct:  &network{settings: o.Settings, secrets: o.Secrets, direct: true},
	}
	c.ctx, c.stop = context.WithCancel(context.Background())
	o.Secrets.OnWaiting(c.changed)
	return c
}

// List returns all connections, in the user's order.
func (c *Connections) List() []Connection { return c.options.Settings.Get().Connections }

// Current returns the connection for new chats; ok is false if there is none.
func (c *Connections) Current() (connection Connection, ok bool) {
	s := c.options.Settings.Get()
	return s.Find(s.Connection)
}

// Select sets the current connection. The error is ErrNoConnection.
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

// WaitingForKeyring reports whether a request waits for the password store, most likely for the
// user to unlock it.
func (c *Connections) WaitingForKeyring() bool { return c.options.Secrets.Waiting() }

// HideKeys masks the keys of all connections in a text that leaves Parlando, if they were used
// since the start. It does not block.
func (c *Connections) HideKeys(text string) string { return c.options.Secrets.Hide(text) }

// KeptUntilQuit reports whether the connection's key is only in memory, so that the user must enter
// it again after the next start.
func (c *Connections) KeptUntilQuit(id chat.ID) bool {
	connection, ok := c.options.Settings.Get().Find(id)
	return ok && c.options.Secrets.IsInMemory(account(connection))
}

// Resolve implements ask.Services.
func (c *Connections) Resolve(id chat.ID) (_ chat.ID, address string) {
	id = cmp.Or(id, c.options.Settings.Get().Connection)
	connection, _ := c.Find(id)
	return id, connection.Address
}

// Service implements ask.Services. Its errors are those of Options.CheckRequest and Client.
func (c *Connections) Service(ctx context.Context, id chat.ID) (*ask.Service, error) {
	id, _ = c.Resolve(id)
	if c.options.CheckRequest != nil {
		if err := c.options.CheckRequest(ctx, id); err != nil {
			return nil, err
		}
	}
	gateway, err := c.Client(ctx, id)
	if err != nil {
		return nil, err
	}
	return &ask.Service{
		Connection: id, Gateway: ask.Client{Client: gateway}, Known: c.options.Catalog, Report: func(o ask.Outcome) { c.Report(id, o) },
	}, nil
}

// Client returns a client for a connection; "" is the current one. The key is read from the
// password store once. If no key is available, the error wraps a problem.Problem of kind NoKey and
// its cause of package secrets. If the connection was removed, it wraps ErrNoConnection and a
// problem of kind Gone, whose Detail is the connection's last name. While the library is missing,
// Client returns the error of Options.InPlace, because replies could not be stored.
func (c *Connections) Client(ctx context.Context, id chat.ID) (*client.Client, error) {
	if err := c.options.InPlace(); err != nil {
		return nil, err
	}
	return c.speaker(ctx, id, patience)
}

// speaker is Client with the given maximum wait before a retry.
func (c *Connections) speaker(ctx context.Context, id chat.ID, patience time.Duration) (*client.Client, error) {
	s := c.options.Settings.Get()
	id = cmp.Or(id, s.Connection)
	connection, ok := s.Find(id)
	if !ok {
		forgotten, _ := s.FindRemoved(id)
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
	o := client.Options{Address: address, Key: key, Transport: c.transport(connection), MaxRetryWait: patience}
	if c.options.Meter != nil {
		o.Meter = c.options.Meter(id)
	}
	return client.New(o), nil
}

// key returns the key to send, "" for connections that need none.
func (c *Connections) key(ctx context.Context, connection Connection) (string, error) {
	switch {
	case connection.Kind == Practice:
		return c.options.PracticeKey, nil
	case connection.Kind == Local, connection.NoKey:
		return "", nil
	}
	key, err := c.options.Secrets.Get(ctx, account(connection))
	if err == nil {
		// The password store is unlocked, so delete the keys that an earlier run could not delete.
		c.swept.Do(func() { c.running.Go("sweep", func() { c.sweep(c.ctx) }) })
	}
	return key.Reveal(), err
}

// Transport returns the transport for what is no service, such as the homepage of Parlando, with
// the proxy settings.
func (c *Connections) Transport() http.RoundTripper { return c.transport(Connection{}) }

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

// maxListAge is the maximum age of a model list. A newer list is needed to learn of the announced
// end of a model in time (catalog.Offer).
const maxListAge = 7 * 24 * time.Hour

// renewList fetches the model list in the background if it is older than maxListAge. It is called
// after a request of the user, so a service that is not in use receives nothing. It ignores errors,
// and runs at most once per connection until Parlando quits.
func (c *Connections) renewList(id chat.ID) {
	lists := c.options.Catalog.Condition(id).Abilities[catalog.ListsModels]
	if lists.Can != catalog.Yes || c.options.Now().Sub(lists.At) < maxListAge {
		return
	}
	c.mu.Lock()
	again := c.renewed[id]
	c.renewed[id] = true
	c.mu.Unlock()
	if again {
		return
	}
	c.running.Go("model list", func() {
		ctx, cancel := context.WithTimeout(c.ctx, listTimeout)
		defer cancel()
		asked, _ := c.Find(id)
		speaker, err := c.speaker(ctx, id, patience)
		if err != nil {
			return
		}
		if models, err := speaker.Models(ctx); err == nil {
			c.setListed(asked, models)
		}
	})
}

// listTimeout bounds the time for renewing a list.
const listTimeout = time.Minute

// RefreshModels fetches the service's model list and stores it in the catalog. The error is a
// *failure.Error, of kind failure.NoModelList if there is no list, or that of Client.
func (c *Connections) RefreshModels(ctx context.Context, id chat.ID) error {
	if id == "" {
		id = c.options.Settings.Get().Connection
	}
	asked, _ := c.Find(id)
	speaker, err := c.speaker(ctx, id, patience)
	if err != nil {
		return err
	}
	models, err := speaker.Models(ctx)
	if err != nil {
		if c.isUnchanged(asked) {
			c.Report(id, ask.Outcome{What: catalog.ListsModels, Err: err})
		}
		return fmt.Errorf("list the models: %w", err)
	}
	c.setListed(asked, models)
	return nil
}

// setListed stores a model list, unless the connection has changed since the request (isUnchanged).
func (c *Connections) setListed(asked Connection, models []client.Model) {
	if c.isUnchanged(asked) {
		c.options.Catalog.SetListed(asked.ID, listed(models))
		c.Report(asked.ID, ask.Outcome{What: catalog.ListsModels})
	}
}

// isUnchanged reports whether a connection still exists with the address it had at the time of the
// request.
func (c *Connections) isUnchanged(asked Connection) bool {
	now, ok := c.Find(asked.ID)
	return ok && now.Address == asked.Address
}

// keep stores the connection and makes it the current one. A connection that was removed before
// gets its monthly limit back; if it now needs no key, its old key is deleted.
func (c *Connections) keep(connection Connection) {
	c.endUndo(connection.ID)
	forgotten, _ := c.options.Settings.Get().FindRemoved(connection.ID)
	c.options.Settings.Change(func(s *settings.Settings) {
		i := slices.IndexFunc(s.Connections, func(other Connection) bool { return other.ID == connection.ID })
		if i < 0 {
			connection.Limit = forgotten.Limit
			s.Connections = append(s.Connections, connection)
		} else {
			s.Connections[i] = connection
		}
		s.Connection = connection.ID
		s.Forgotten = slices.DeleteFunc(s.Forgotten, func(f settings.RemovedConnection) bool { return f.ID == connection.ID })
	})
	if connection.NoKey && forgotten.Account != "" {
		c.dropKey(connection)
	}
	c.changed()
}

func (c *Connections) changed() {
	c.options.Marks.Mark(changes.Change{Topic: changes.Connection})
}

// account returns the name of a connection's key in the password store. For an invalid address the
// name has no origin.
func account(connection Connection) string {
	address, err := client.ParseAddress(connection.Address)
	if err != nil {
		return secrets.Account(connection.ID, "")
	}
	return secrets.Account(connection.ID, address.Origin())
}

// listed converts the models of package client to those of the catalog.
func listed(models []client.Model) []catalog.Model {
	tri := func(b *bool) catalog.Tristate {
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
		all[i] = catalog.Model{ID: m.ID, Name: m.Name, Purpose: catalog.Purpose(m.Purpose), Sees: tri(m.AcceptsPictures), Reads: tri(m.AcceptsPDF), Tools: tri(m.AcceptsTools), Schemas: tri(m.AcceptsSchema), Thinks: tri(m.Thinks), Modalities: m.Modalities, WebSearch: m.WebSearch, Context: m.Context, Price: m.Price, Voices: m.Voices, Diarizes: m.Diarizes, Ends: m.Ends}
		for _, f := range m.Formats {
			all[i].Formats = append(all[i].Formats, string(f))
		}
	}
	return all
}
