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

// The reasons DescribeProxy and SetProxy refuse an address.
var (
	ErrEmptyProxy  = errors.New("connections: no proxy was given")
	ErrProxyScheme = errors.New("connections: only http, https and socks5 proxies work")
	ErrBadProxy    = errors.New("connections: this is not the address of a proxy")
)

// ProxyWish is the user's choice of a proxy.
type ProxyWish struct {
	Mode settings.ProxyMode
	// Address is as it was typed or pasted; needed for settings.ProxyThis alone. A name and a
	// password in it are taken for the fields below where those are empty.
	Address string
	// Name and Password log in to it; both "" with KeepLogin leaves those stored for this address.
	Name, Password string
	KeepLogin      bool
	// KeepUntilQuit: do not put the password into the password store.
	KeepUntilQuit bool
}

// Proxy is the proxy setting of all requests.
func (c *Connections) Proxy() settings.Proxy { return c.options.Settings.Get().Proxy }

// SetProxy changes the proxy from the next request on; those under way end as they began. Nothing
// is sent. failed is the error of the password store, for which ProxyWish.KeepUntilQuit would
// help: then, and with an error, nothing was changed. The error is ErrEmptyProxy, ErrProxyScheme,
// ErrBadProxy or that of ctx.
func (c *Connections) SetProxy(ctx context.Context, w ProxyWish) (failed secrets.Kind, err error) {
	before := c.Proxy()
	next := settings.Proxy{Mode: w.Mode, Address: before.Address, Login: before.Login}
	if w.Mode == settings.ProxyThis {
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
				c.options.Secrets.Keep(proxyAccount(address), key)
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
		// Nobody waits for it: the store may want a password, and the login is of no use any more.
		gone, stop := context.WithCancel(context.Background())
		stop()
		_ = c.options.Secrets.Delete(gone, proxyAccount(before.Address))
	}
	c.changed()
	return "", nil
}

// unlockProxy reads the login of the proxy before a request, so that the time a user takes to
// unlock the password store is none in which a service is silent.
func (c *Connections) unlockProxy(ctx context.Context, connection Connection, address client.Address) error {
	p := c.Proxy()
	if p.Mode != settings.ProxyThis || !p.Login || connection.Direct || address.Loopback() {
		return nil
	}
	_, err := c.options.Secrets.Get(ctx, proxyAccount(p.Address))
	if err == nil || secrets.KindOf(err) == "" {
		return err
	}
	return fmt.Errorf("%w: %w", problem.Problem{Kind: problem.ProxyLogin, Host: address.Host(), Detail: err.Error(), At: c.options.Now()}, err)
}

// defaultProxyPorts are the ports of proxies that name none.
var defaultProxyPorts = map[string]string{"http": "80", "https": "443", "socks5": "1080"}

// readProxy interprets a typed proxy. The error is ErrEmptyProxy, ErrProxyScheme or ErrBadProxy.
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
		// the error of url.Parse repeats the input, and with it a password
		return "", "", "", ErrBadProxy
	}
	scheme := strings.ToLower(u.Scheme)
	switch scheme {
	case "socks", "socks5h":
		scheme = "socks5" // the proxy looks up the names in either case
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

// proxyAccount names the login of a proxy in the password store.
func proxyAccount(address string) string { return secrets.Account("proxy", address) }

// loginOf reads back what SetProxy has kept.
func loginOf(key secrets.Key) *url.Userinfo {
	u, err := url.Parse("http://" + key.Reveal() + "@proxy")
	if err != nil {
		return nil
	}
	return u.User
}
