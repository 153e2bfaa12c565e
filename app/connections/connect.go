package connections

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlando/app/catalog"
	"parlando/app/chat"
	"parlando/app/problem"
	"parlando/app/secrets"
	"parlando/app/settings"
	"parlando/client"
)

// silence is the maximum time without data when Connect tests a service.
const silence = 20 * time.Second

// ConnectOptions holds the user's choices for Connect.
type ConnectOptions struct {
	// AllowPlain permits sending the key over the network unencrypted.
	AllowPlain bool
	// UseAnyway connects without testing the service first.
	UseAnyway bool
	// KeepUntilQuit keeps the key in memory instead of the password store.
	KeepUntilQuit bool
	// Change is the connection whose address or key changes. "" changes the one with the same
	// address, or adds a new one.
	Change chat.ID
	// New adds a connection even if one with the same address exists, for example for a second key
	// at the same service.
	New bool
	// Name is the user's name for the connection; "" keeps its current name, or uses the name of
	// the service.
	Name string
}

// ConnectResult is the result of Connect. If Connected is false, exactly one of Problem,
// NeedsAllowPlain and KeyRefused is set.
type ConnectResult struct {
	Connected  bool
	Connection Connection
	// Models is the length of the service's list. NoList reports that the service has no list,
	// which is not an error: the user can type a model.
	Models int
	NoList bool
	// Problem is a problem of the service or the network. CanUseAnyway reports whether
	// ConnectOptions.UseAnyway would connect.
	Problem      *problem.Problem
	CanUseAnyway bool
	// NeedsAllowPlain reports that Connect needs ConnectOptions.AllowPlain; the key was not sent.
	// Address is set if the input had no scheme and https did not work: it is the http address that
	// responds.
	NeedsAllowPlain bool
	Address         string
	// KeyRefused is the error of the password store; ConnectOptions.KeepUntilQuit would connect.
	KeyRefused secrets.Kind
}

// Connect tests a service with GET /v1/models before any other request, stores its key and makes it
// the current connection. key may have blanks around it; "" uses the stored key of this origin, if
// there is one. The error is one of the Err values of this package, or that of ctx. If Connect
// fails, nothing is changed.
func (c *Connections) Connect(ctx context.Context, input, key string, o ConnectOptions) (ConnectResult, error) {
	address, err := client.ParseAddress(input)
	if err != nil {
		return ConnectResult{}, err
	}
	if address.IsUnencrypted() && !address.IsLoopback() && !o.AllowPlain {
		return ConnectResult{NeedsAllowPlain: true}, nil
	}
	secret := secrets.NewKey(client.TrimKey(key))
	entered := !secret.Empty()
	before := c.before(ctx, address, secret, o)
	connection := c.next(before, address, o.Name)
	if before.ID == "" {
		connection.ID = c.reclaim(Service, connection.Address)
		defer c.unclaim(connection.ID)
	}
	if !entered && before.ID != "" {
		if secret, err = c.keptKey(ctx, connection); err != nil {
			return c.keyErrorResult(err)
		}
	}
	connection.NoKey = secret.Empty()
	if secret.Empty() && !address.IsLocalNetwork() && !o.UseAnyway {
		return ConnectResult{Problem: &problem.Problem{Kind: problem.NoKey, Host: address.Host(), At: c.options.Now()}, CanUseAnyway: true}, nil
	}
	if err := c.unlockProxy(ctx, connection, address); err != nil {
		if ctx.Err() != nil {
			return ConnectResult{}, ctx.Err()
		}
		p := problem.From(err, address.Host(), c.options.Now())
		return ConnectResult{Problem: &p}, nil
	}
	models, result, err := c.try(ctx, connection, address, secret, o.UseAnyway)
	if err != nil || result.Problem != nil {
		if plain, ok := plainOf(input, address); ok && result.Problem != nil && noHTTPS(*result.Problem) && c.answers(ctx, connection, plain) {
			if address.IsLoopback() {
				return c.Connect(ctx, plain, key, o)
			}
			return ConnectResult{NeedsAllowPlain: true, Address: plain}, nil
		}
		return result, err
	}
	if entered {
		if o.KeepUntilQuit {
			c.options.Secrets.KeepInMemory(account(connection), secret)
		} else if err := c.options.Secrets.Set(ctx, account(connection), secret); err != nil {
			if ctx.Err() != nil && (before.ID == "" || account(before) != account(connection)) {
				c.dropKey(connection) // the password store may still be writing the key
			}
			return c.keyErrorResult(err)
		}
	}
	c.replace(before, connection)
	if !o.UseAnyway {
		c.took(connection, models, result)
	}
	return result, nil
}

// plainOf returns the http address to try after https failed. ok is false unless the address is on
// this computer, or on the local network and entered without a scheme.
func plainOf(input string, address client.Address) (string, bool) {
	if address.IsUnencrypted() || !address.IsLocalNetwork() || strings.Contains(input, "://") && !address.IsLoopback() {
		return "", false
	}
	return "http" + strings.TrimPrefix(address.String(), "https"), true
}

// answers reports whether a service responds at an http address. No key is sent.
func (c *Connections) answers(ctx context.Context, connection Connection, plain string) bool {
	address, err := client.ParseAddress(plain)
	if err != nil {
		return false
	}
	_, result, err := c.try(ctx, connection, address, secrets.Key{}, false)
	return err == nil && (result.Problem == nil || !noHTTPS(*result.Problem))
}

// noHTTPS reports whether a problem over https suggests that the server supports only http.
func noHTTPS(p problem.Problem) bool {
	switch p.Kind {
	case problem.Offline, problem.Insecure, problem.CutOff, problem.NotUnderstood:
		return true
	case problem.WrongAddress:
		return p.Status == 0 // without a status, the server does not speak https
	}
	return false
}

// took stores the model list of a new connection in the catalog.
func (c *Connections) took(connection Connection, models []client.Model, result ConnectResult) {
	if result.NoList {
		c.options.Catalog.Learn(connection.ID, catalog.ListsModels, catalog.No, "")
		return
	}
	c.setListed(connection, models)
}

// before returns the connection to change; its ID is "" if there is none. With ConnectOptions.New
// it returns only a connection with the same address and key, to avoid duplicates.
func (c *Connections) before(ctx context.Context, address client.Address, key secrets.Key, o ConnectOptions) Connection {
	s := c.options.Settings.Get()
	if found, ok := s.Find(o.Change); ok {
		return found
	}
	i := slices.IndexFunc(s.Connections, func(other Connection) bool {
		return other.Kind == Service && other.Address == address.String() && (!o.New || c.hasKey(ctx, other, key))
	})
	if i < 0 {
		return Connection{}
	}
	return s.Connections[i]
}

// hasKey reports whether key is the connection's stored key; an empty key means it needs none.
func (c *Connections) hasKey(ctx context.Context, connection Connection, key secrets.Key) bool {
	if key.Empty() || connection.NoKey {
		return key.Empty() && connection.NoKey
	}
	kept, err := c.keptKey(ctx, connection)
	return err == nil && kept.Reveal() == key.Reveal()
}

// next returns the changed or new connection; a new one has no ID yet. The user's settings stay,
// except for the model, which belongs to the previous service.
func (c *Connections) next(before Connection, address client.Address, name string) Connection {
	next := before
	next.Kind, next.Address = Service, address.String()
	if before.ID != "" && account(before) != account(next) {
		next.Model = ""
	}
	if before.ID != "" && hostname(before.Address) != hostname(next.Address) {
		// Another host is most likely another account, and a link to the wrong account is worse
		// than none. If only the key, port or path changes, the user's page stays: the user sees it
		// next to the address.
		next.Account = ""
	}
	switch name = settings.CleanName(name); {
	case name != "":
		next.Name, next.Named = name, true
	case !before.Named:
		next.Name = c.freeName(ownName(next), next.ID)
	}
	return next
}

// freeName returns name, with a number appended if another connection has that name.
func (c *Connections) freeName(name string, id chat.ID) string {
	taken := map[string]bool{}
	for _, other := range c.List() {
		taken[other.Name] = taken[other.Name] || other.ID != id
	}
	for n, free := 2, name; ; n++ {
		if !taken[free] {
			return free
		}
		free = name + " " + strconv.Itoa(n)
	}
}

// keptKey returns the stored key for the connection's origin, empty if there is none.
func (c *Connections) keptKey(ctx context.Context, connection Connection) (secrets.Key, error) {
	key, err := c.options.Secrets.Get(ctx, account(connection))
	if k := secrets.KindOf(err); k == secrets.NotFound || k == secrets.Missing {
		return secrets.Key{}, nil
	}
	return key, err
}

// keyErrorResult converts an error of package secrets to a ConnectResult; an error of a context is
// returned as an error.
func (c *Connections) keyErrorResult(err error) (ConnectResult, error) {
	if kind := secrets.KindOf(err); kind != "" {
		return ConnectResult{KeyRefused: kind}, nil
	}
	return ConnectResult{}, err
}

// try fetches the service's model list. With anyway it sends nothing and reports success.
func (c *Connections) try(ctx context.Context, connection Connection, address client.Address, key secrets.Key, anyway bool) ([]client.Model, ConnectResult, error) {
	connected := ConnectResult{Connected: true, Connection: connection}
	if anyway {
		return nil, connected, nil
	}
	speaker := client.New(client.Options{
		Address: address, Key: key.Reveal(), Transport: c.transport(connection), SilenceTimeout: silence, MaxRetryWait: -1,
	})
	models, err := speaker.Models(ctx)
	if ctx.Err() != nil {
		return nil, ConnectResult{}, ctx.Err()
	}
	switch {
	case err == nil:
		connected.Models = len(models)
		return models, connected, nil
	case hasNoList(err):
		connected.NoList = true
		return nil, connected, nil
	}
	p := problem.From(err, address.Host(), c.options.Now())
	if p.Kind == problem.KeyRejected && key.Empty() {
		p.Kind = problem.NoKey
	}
	return nil, ConnectResult{Problem: &p, CanUseAnyway: true}, nil
}

// replace stores the connection, and deletes the models and key of the previous origin, if changed.
func (c *Connections) replace(before, connection Connection) {
	c.keep(connection)
	if before.ID == "" || account(before) == account(connection) {
		return
	}
	c.options.Catalog.Forget(connection.ID)
	if before.Kind == Service {
		c.dropKey(before)
	}
}

// dropKey deletes an unused key in the background, as the password store may ask for a password
// first.
func (c *Connections) dropKey(connection Connection) {
	gone, stop := context.WithCancel(context.Background())
	stop()
	_ = c.options.Secrets.Delete(gone, account(connection))
}

// UseLocal makes a program found by FindLocal the current connection.
func (c *Connections) UseLocal(ctx context.Context, found LocalService) (ConnectResult, error) {
	address, err := client.ParseAddress(found.Address)
	if err != nil {
		return ConnectResult{}, err
	}
	if !address.IsLoopback() {
		return ConnectResult{}, ErrNotLocal
	}
	connection := c.same(Connection{Kind: Local, Name: found.Name, Address: address.String(), NoKey: true})
	defer c.unclaim(connection.ID)
	models, result, err := c.try(ctx, connection, address, secrets.Key{}, false)
	if err != nil || result.Problem != nil {
		return result, err
	}
	c.keep(connection)
	c.took(connection, models, result)
	return result, nil
}

// same returns the existing connection of that kind and address, updated, or else a new one with an
// ID from reclaim. The caller must pass the ID to unclaim.
func (c *Connections) same(connection Connection) Connection {
	for _, other := range c.List() {
		if other.Kind == connection.Kind && (other.Address == connection.Address || connection.Kind == settings.Practice) {
			if !other.Named {
				other.Name = connection.Name
			}
			if !c.plays(other) {
				other.Address = connection.Address
			}
			other.NoKey = connection.NoKey
			return other
		}
	}
	connection.ID = c.reclaim(connection.Kind, connection.Address)
	return connection
}
