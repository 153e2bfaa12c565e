package settings

import (
	"slices"
	"strings"
	"time"

	"parlando/app/chat"
)

// ConnectionKind is the kind of a connection. The stored word is the value itself.
type ConnectionKind string

// The kinds of connection.
const (
	// Practice is the gateway inside the program: no key, no network.
	Practice ConnectionKind = "practice"
	// Service is a gateway somewhere, with a key.
	Service ConnectionKind = "service"
	// Local is a program on this computer that serves models, without a key.
	Local ConnectionKind = "local"
)

// Connection is one way to a service. Its key is not part of it.
type Connection struct {
	ID   chat.ID        `json:"id"`
	Kind ConnectionKind `json:"kind"`
	// Name is shown: the user's own, the host, or the name of the local program; at most NameMost
	// letters.
	Name string `json:"name"`
	// Named: the user chose the Name, so that another address does not change it.
	Named bool `json:"named,omitempty"`
	// Address is the base address with its path, as in "https://api.example.org/v1".
	Address string `json:"address"`
	// NoKey: the service was connected without a key, so none is asked for.
	NoKey bool `json:"no_key,omitempty"`
	// Model is the default of new chats here; "" takes the last one used.
	Model string `json:"model,omitempty"`
	// Parameters are the parameters that new chats here begin with; nil means Settings.Parameters.
	Parameters *chat.Parameters `json:"parameters,omitempty"`
	// Direct: it is reached without a proxy, whatever Settings.Proxy says.
	Direct bool `json:"direct,omitempty"`
	// Account is the web page of the account at the service as the user typed it; "" leaves it to
	// the host.
	Account string `json:"account,omitempty"`
}

// NameMost is the longest name of a connection, in letters.
const NameMost = 80

// Forgotten remembers a connection that was forgotten, for the display of its chats and for
// bringing it back.
type Forgotten struct {
	ID   chat.ID        `json:"id"`
	Kind ConnectionKind `json:"kind"`
	Name string         `json:"name"`
	// Address is its base address.
	Address string    `json:"address,omitempty"`
	At      time.Time `json:"at,omitzero"`
	// Account is the name of its key in the password store until it is deleted there, else "".
	Account string `json:"account,omitempty"`
}

// ForgottenMost is the number of forgotten connections that are remembered, the latest.
const ForgottenMost = 100

// ProxyMode says which proxy requests go through. The stored word is the value itself.
type ProxyMode string

// The modes. No mode sends anything for this computer through a proxy.
const (
	// ProxySystem follows the environment and the settings of the system.
	ProxySystem ProxyMode = "system"
	// ProxyNone uses none.
	ProxyNone ProxyMode = "none"
	// ProxyThis is the one at Proxy.Address.
	ProxyThis ProxyMode = "this"
)

// Proxy is the proxy of all requests. Its name and password are in the password store.
type Proxy struct {
	Mode ProxyMode `json:"mode"`
	// Address is scheme, host and port, as in "http://proxy.example:3128"; the schemes are http,
	// https and socks5. It is remembered in every mode.
	Address string `json:"address,omitempty"`
	// Login: it wants a name and a password.
	Login bool `json:"login,omitempty"`
}

// FindForgotten returns what is remembered of a connection that was forgotten.
func (s Settings) FindForgotten(id chat.ID) (Forgotten, bool) {
	i := slices.IndexFunc(s.Forgotten, func(f Forgotten) bool { return f.ID == id })
	if i < 0 {
		return Forgotten{}, false
	}
	return s.Forgotten[i], true
}

func (p Proxy) sanitized() Proxy {
	switch {
	case p.Mode == ProxyThis && p.Address != "", p.Mode == ProxyNone:
	default:
		p.Mode = ProxySystem
	}
	return p
}

// sanitizeConnections takes out what a hand may have put into the file that is no connection, and
// what there is twice.
func sanitizeConnections(all []Connection) []Connection {
	seen := map[chat.ID]bool{}
	all = slices.DeleteFunc(all, func(c Connection) bool {
		twice := seen[c.ID]
		seen[c.ID] = true
		return c.ID == "" || twice
	})
	for i := range all {
		if all[i].Name = CleanName(all[i].Name); all[i].Name == "" {
			all[i].Name = CleanName(all[i].Address)
		}
		if all[i].Parameters != nil {
			p := hold(*all[i].Parameters)
			all[i].Parameters = &p
		}
	}
	return all
}

func sanitizeForgotten(all []Forgotten) []Forgotten {
	all = slices.DeleteFunc(all, func(f Forgotten) bool { return f.ID == "" })
	return all[max(len(all)-ForgottenMost, 0):]
}

func cloneConnections(all []Connection) []Connection {
	all = slices.Clone(all)
	for i := range all {
		if all[i].Parameters != nil {
			p := all[i].Parameters.Clone()
			all[i].Parameters = &p
		}
	}
	return all
}

// CleanName makes the name of a connection of what was typed: one line, at most NameMost letters.
func CleanName(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	if letters := []rune(name); len(letters) > NameMost {
		name = strings.TrimSpace(string(letters[:NameMost]))
	}
	return name
}
