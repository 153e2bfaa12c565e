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

// silence is the longest time without a byte after the user has pressed Connect.
const silence = 20 * time.Second

// ConnectOptions are the user's permissions.
type ConnectOptions struct {
	// AllowPlain: the key may leave this computer unencrypted.
	AllowPlain bool
	// UseAnyway: do not ask the service first.
	UseAnyway bool
	// KeepUntilQuit: do not put the key into the password store.
	KeepUntilQuit bool
	// Change is the connection whose address or key is changed; "" adds one, or changes the one
	// with the same address.
	Change chat.ID
	// New: add one even where there is one with the same address: two keys at one service, "work"
	// and "private".
	New bool
	// Name is the user's name for it; "" keeps the name it has, or takes that of the service.
	Name string
}

// Result is the result of Connect. When Connected is false, exactly one of Problem, NeedsAllowPlain
// and KeyRefused is set.
type Result struct {
	Connected  bool
	Connection Connection
	// Models is the length of the service's list. NoList: it has no list, which is no alarm: a
	// model can be typed.
	Models int
	NoList bool
	// Problem is that of the service or the network. CanUseAnyway: ConnectOptions.UseAnyway would
	// connect.
	Problem      *problem.Problem
	CanUseAnyway bool
	// NeedsAllowPlain: see ConnectOptions.AllowPlain. The key was not sent unencrypted. Address is
	// the http address that answers: no scheme was entered, and https did not work; else "".
	NeedsAllowPlain bool
	Address         string
	// KeyRefused is the error of the password store; ConnectOptions.KeepUntilQuit would connect.
	KeyRefused secrets.Kind
}

// Connect tries a service with GET /v1/models, which is the first thing that is ever sent to it,
// keeps its key and makes it the current connection. key may be as it was pasted; "" is the key
// that is kept for this origin, if there is one. The error is one of the Err values of this
// package, or that of ctx. Until it is connected nothing is changed.
func (c *Connections) Connect(ctx context.Context, input, key string, o ConnectOptions) (Result, error) {
	address, err := client.ParseAddress(input)
	if err != nil {
		return Result{}, err
	}
	if address.Plain() && !address.Loopback() && !o.AllowPlain {
		return Result{NeedsAllowPlain: true}, nil
	}
	secret := secrets.NewKey(client.TrimKey(key))
	entered := !secret.Empty()
	before := c.before(ctx, address, secret, o)
	connection := c.next(before, address, o.Name)
	var forgotten settings.Forgotten
	if before.ID == "" {
		forgotten = c.reclaim(Service, connection.Address)
		connection.ID = forgotten.ID
		defer c.unclaim(connection.ID)
	}
	if !entered && before.ID != "" {
		if secret, err = c.keptKey(ctx, connection); err != nil {
			return c.keyErrorResult(err)
		}
	}
	connection.NoKey = secret.Empty()
	if secret.Empty() && !address.Nearby() && !o.UseAnyway {
		return Result{Problem: &problem.Problem{Kind: problem.NoKey, Host: address.Host(), At: c.options.Now()}, CanUseAnyway: true}, nil
	}
	if err := c.unlockProxy(ctx, connection, address); err != nil {
		if ctx.Err() != nil {
			return Result{}, ctx.Err()
		}
		p := problem.From(err, address.Host(), c.options.Now())
		return Result{Problem: &p}, nil
	}
	models, result, err := c.try(ctx, connection, address, secret, o.UseAnyway)
	if err != nil || result.Problem != nil {
		if plain, ok := plainOf(input, address); ok && result.Problem != nil && noHTTPS(*result.Problem) && c.answers(ctx, connection, plain) {
			if address.Loopback() {
				return c.Connect(ctx, plain, key, o)
			}
			return Result{NeedsAllowPlain: true, Address: plain}, nil
		}
		return result, err
	}
	if entered {
		if o.KeepUntilQuit {
			c.options.Secrets.Keep(account(connection), secret)
		} else if err := c.options.Secrets.Set(ctx, account(connection), secret); err != nil {
			if ctx.Err() != nil && (before.ID == "" || account(before) != account(connection)) {
				c.dropKey(connection) // the password store may still be writing it
			}
			return c.keyErrorResult(err)
		}
	}
	c.replace(before, connection)
	if connection.NoKey && forgotten.Account != "" {
		c.dropKey(connection)
	}
	if !o.UseAnyway {
		c.took(connection.ID, models, result)
	}
	return result, nil
}

// plainOf is the http address of a computer in this network whose address was entered without a
// scheme, or of this computer.
func plainOf(input string, address client.Address) (string, bool) {
	if address.Plain() || !address.Nearby() || strings.Contains(input, "://") && !address.Loopback() {
		return "", false
	}
	return "http" + strings.TrimPrefix(address.String(), "https"), true
}

// answers reports whether a service answers at an http address. No key is sent.
func (c *Connections) answers(ctx context.Context, connection Connection, plain string) bool {
	address, err := client.ParseAddress(plain)
	if err != nil {
		return false
	}
	_, result, err := c.try(ctx, connection, address, secrets.Key{}, false)
	return err == nil && (result.Problem == nil || !noHTTPS(*result.Problem))
}

// noHTTPS reports whether a problem over https may come from a program that only speaks http.
func noHTTPS(p problem.Problem) bool {
	switch p.Kind {
	case problem.Offline, problem.Insecure, problem.CutOff, problem.NotUnderstood:
		return true
	case problem.WrongAddress:
		return p.Status == 0 // what answered does not speak https
	}
	return false
}

// took takes down the list of a connection that was just made.
func (c *Connections) took(id chat.ID, models []client.Model, result Result) {
	if result.NoList {
		c.options.Catalog.Learn(id, catalog.Lists, catalog.No, "")
		return
	}
	c.options.Catalog.SetListed(id, listed(models))
	c.Report(id, Outcome{What: catalog.Lists})
}

// before finds the connection that is to be changed; its ID is "" when there is none. With
// ConnectOptions.New it is one that has the same key already: nobody wants that twice.
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

// hasKey reports whether a connection is known to have this key, or none if it is empty.
func (c *Connections) hasKey(ctx context.Context, connection Connection, key secrets.Key) bool {
	if key.Empty() || connection.NoKey {
		return key.Empty() && connection.NoKey
	}
	kept, err := c.keptKey(ctx, connection)
	return err == nil && kept.Reveal() == key.Reveal()
}

// next is the connection that before becomes, or a new one, without its id. What the user has
// chosen for it stays, but for the model, which belongs to the service.
func (c *Connections) next(before Connection, address client.Address, name string) Connection {
	next := before
	next.Kind, next.Address = Service, address.String()
	if before.ID != "" && account(before) != account(next) {
		next.Model = ""
	}
	if before.ID != "" && hostname(before.Address) != hostname(next.Address) {
		// Another host is most likely another account, and a link to the wrong account is worse
		// than none. Another key, port or path keeps the typed page: the user sees it beside the
		// address and can change it.
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

// freeName is name, with a number where another connection has it.
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

// keptKey is the key that is kept for the origin, empty when there is none.
func (c *Connections) keptKey(ctx context.Context, connection Connection) (secrets.Key, error) {
	key, err := c.options.Secrets.Get(ctx, account(connection))
	if k := secrets.KindOf(err); k == secrets.NotFound || k == secrets.Missing {
		return secrets.Key{}, nil
	}
	return key, err
}

// keyErrorResult returns the Result for an error of package secrets; one of a context stays an
// error.
func (c *Connections) keyErrorResult(err error) (Result, error) {
	if kind := secrets.KindOf(err); kind != "" {
		return Result{KeyRefused: kind}, nil
	}
	return Result{}, err
}

// try asks the service for its models, unless the user said not to.
func (c *Connections) try(ctx context.Context, connection Connection, address client.Address, key secrets.Key, anyway bool) ([]client.Model, Result, error) {
	connected := Result{Connected: true, Connection: connection}
	if anyway {
		return nil, connected, nil
	}
	speaker := client.New(client.Options{
		Address: address, Key: key.Reveal(), Transport: c.transport(connection), Silence: silence, Patience: -1,
	})
	models, err := speaker.Models(ctx)
	if ctx.Err() != nil {
		return nil, Result{}, ctx.Err()
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
	return nil, Result{Problem: &p, CanUseAnyway: true}, nil
}

// replace stores the connection. What belonged to another origin goes: its models and its key.
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

// dropKey deletes the key of a connection that needs it no more, without waiting: the password
// store may want a password first.
func (c *Connections) dropKey(connection Connection) {
	gone, stop := context.WithCancel(context.Background())
	stop()
	_ = c.options.Secrets.Delete(gone, account(connection))
}

// UsePractice makes the gateway inside the program the current connection. The error is that of its
// list of models, or of ctx.
func (c *Connections) UsePractice(ctx context.Context) error {
	connection := c.same(Connection{Kind: Practice, Name: practiceName, Address: c.options.PracticeAddress, NoKey: true})
	defer c.unclaim(connection.ID)
	c.keep(connection)
	return c.RefreshModels(ctx, connection.ID)
}

// UseLocal makes a program that FindLocal found the current connection.
func (c *Connections) UseLocal(ctx context.Context, found LocalService) (Result, error) {
	address, err := client.ParseAddress(found.Address)
	if err != nil {
		return Result{}, err
	}
	if !address.Loopback() {
		return Result{}, ErrNotHere
	}
	connection := c.same(Connection{Kind: Local, Name: found.Name, Address: address.String(), NoKey: true})
	defer c.unclaim(connection.ID)
	models, result, err := c.try(ctx, connection, address, secrets.Key{}, false)
	if err != nil || result.Problem != nil {
		return result, err
	}
	c.keep(connection)
	c.took(connection.ID, models, result)
	return result, nil
}

// practiceName is the stored name of practice; the window translates it.
const practiceName = "Practice"

// same returns the connection of this kind and address that there is, with the address of now, or
// makes it a new one with an id of reclaim, which the caller gives to unclaim.
func (c *Connections) same(connection Connection) Connection {
	for _, other := range c.List() {
		if other.Kind == connection.Kind && (other.Address == connection.Address || connection.Kind == settings.Practice) {
			if !other.Named {
				other.Name = connection.Name
			}
			other.Address, other.NoKey = connection.Address, connection.NoKey
			return other
		}
	}
	connection.ID = c.reclaim(connection.Kind, connection.Address).ID
	return connection
}
