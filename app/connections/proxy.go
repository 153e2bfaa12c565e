package connections

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"

	"parlando/app/problem"
	"parlando/app/secrets"
	"parlando/app/settings"
	"parlando/client"
)

// The errors of DescribeProxy and SetProxy for invalid addresses.
var (
	ErrEmptyProxy  = errors.New("connections: no proxy was given")
	ErrProxyScheme = errors.New("connections: only http, https and socks5 proxies work")
	ErrBadProxy    = errors.New("connections: not the address of a proxy")
)

// ProxyChoice is the proxy configuration that the user entered.
type ProxyChoice struct {
	Mode settings.ProxyMode
	// Address is the entered or pasted address; only needed for settings.ProxyCustom. A name and
	// password in it are used if Name and Password are empty.
	Address string
	// Name and Password are the login. If both are empty, KeepLogin keeps the stored login of this
	// address.
	Name, Password string
	KeepLogin      bool
	// KeepUntilQuit keeps the password in memory instead of the password store.
	KeepUntilQuit bool
}

// Proxy returns the proxy settings.
func (c *Connections) Proxy() settings.Proxy { return c.options.Settings.Get().Proxy }

// SetProxy changes the proxy for future requests; running ones are not affected. failed is an error
// of the password store that ProxyChoice.KeepUntilQuit would avoid. If failed or err is set,
// nothing was changed. The error is ErrEmptyProxy, ErrProxyScheme, ErrBadProxy or that of ctx.
func (c *Connections) SetProxy(ctx context.Context, w ProxyChoice) (failed secrets.Kind, err error) {
	before := c.Proxy()
	next := settings.Proxy{Mode: w.Mode, Address: before.Address, Login: before.Login}
	if w.Mode == settings.ProxyCustom {
		address, name, password, err := readProxy(w.Address)
		if err != nil {
			return "", err
		}
		if w.Name != "" || w.Password != "" {
			name, password = w.Name, w.Password
		}
		next.Address = address
		switch {
		case name != "" || password != "":
			next.Login = true
			key := secrets.NewKey(url.UserPassword(name, password).String())
			if w.KeepUntilQuit {
				c.options.Secrets.KeepInMemory(proxyAccount(address), key)
			} else if err := c.options.Secrets.Set(ctx, proxyAccount(address), key); err != nil {
				if kind := secrets.KindOf(err); kind != "" {
					return kind, nil
				}
				return "", err
			}
		default:
			next.Login = w.KeepLogin && before.Login && before.Address == address
		}
	}
	c.options.Settings.Change(func(s *settings.Settings) { s.Proxy = next })
	c.network.renew()
	if before.Login && (before.Address != next.Address || !next.Login) {
		// Do not wait for the deletion: the store may ask for a password, and the login is no
		// longer used.
		gone, stop := context.WithCancel(context.Background())
		stop()
		_ = c.options.Secrets.Delete(gone, proxyAccount(before.Address))
	}
	c.changed()
	return "", nil
}

// unlockProxy reads the proxy login before a request, so that the time to unlock the password store
// does not count toward the timeout of the service.
func (c *Connections) unlockProxy(ctx context.Context, connection Connection, address client.Address) error {
	p := c.Proxy()
	if p.Mode != settings.ProxyCustom || !p.Login || connection.Direct || address.IsLoopback() {
		return nil
	}
	_, err := c.options.Secrets.Get(ctx, proxyAccount(p.Address))
	if err == nil || secrets.KindOf(err) == "" {
		return err
	}
	return fmt.Errorf("%w: %w", problem.Problem{Kind: problem.ProxyLogin, Host: address.Host(), Detail: err.Error(), At: c.options.Now()}, err)
}

// defaultProxyPorts holds the default port of each proxy scheme.
var defaultProxyPorts = map[string]string{"http": "80", "https": "443", "socks5": "1080"}

// readProxy parses an entered proxy. The error is ErrEmptyProxy, ErrProxyScheme or ErrBadProxy.
func readProxy(input string) (address, name, password string, err error) {
	input = strings.Trim(strings.TrimSpace(input), `"'`)
	if input == "" {
		return "", "", "", ErrEmptyProxy
	}
	if !strings.Contains(input, "://") {
		input = "http://" + input
	}
	u, err := url.Parse(input)
	if err != nil {
		// the error of url.Parse repeats the input, which may contain a password
		return "", "", "", ErrBadProxy
	}
	scheme := strings.ToLower(u.Scheme)
	switch scheme {
	case "socks", "socks5h":
		scheme = "socks5" // in both cases the proxy resolves the names
	case "http", "https", "socks5":
	default:
		return "", "", "", ErrProxyScheme
	}
	port := cmp.Or(u.Port(), defaultProxyPorts[scheme])
	n, err := strconv.Atoi(port)
	host := strings.ToLower(u.Hostname())
	if err != nil || n < 1 || n > 65535 || host == "" || strings.ContainsAny(host, " \t%<>\"\\") || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" {
		return "", "", "", ErrBadProxy
	}
	password, _ = u.User.Password()
	return scheme + "://" + net.JoinHostPort(host, strconv.Itoa(n)), u.User.Username(), password, nil
}

// proxyAccount returns the name of a proxy login in the password store.
func proxyAccount(address string) string { return secrets.Account("proxy", address) }

// loginOf decodes a login stored by SetProxy.
func loginOf(key secrets.Key) *url.Userinfo {
	u, err := url.Parse("http://" + key.Reveal() + "@proxy")
	if err != nil {
		return nil
	}
	return u.User
}
