package settings

import (
	"slices"
	"strings"
	"time"

	"parlando/app/chat"
)

// ConnectionKind is the kind of a connection. Its value is stored.
type ConnectionKind string

// The kinds of connection.
const (
	// Practice is the built-in gateway: no key, no network.
	Practice ConnectionKind = "practice"
	// Service is a remote gateway, with a key.
	Service ConnectionKind = "service"
	// Local is a program on this computer that serves models, without a key.
	Local ConnectionKind = "local"
)

// Connection is a connection to a service. Its key is not part of it.
type Connection struct {
	ID   chat.ID        `json:"id"`
	Kind ConnectionKind `json:"kind"`
	// Name is the displayed name: the user's own, the host, or the name of the local program; at
	// most MaxName letters.
	Name string `json:"name"`
	// Named reports that the user chose Name, so that a new address does not change it.
	Named bool `json:"named,omitempty"`
	// Address is the base address with its path, such as "https://api.example.org/v1".
	Address string `json:"address"`
	// NoKey reports that the service was connected without a key: the user is not asked for one.
	NoKey bool `json:"no_key,omitempty"`
	// Model is the default model of new chats; "" means catalog.Default.
	Model string `json:"model,omitempty"`
	// Parameters are the initial parameters of new chats; nil means Settings.Parameters.
	Parameters *chat.Parameters `json:"parameters,omitempty"`
	// Direct bypasses the proxy, regardless of Settings.Proxy.
	Direct bool `json:"direct,omitempty"`
	// Account is the address of the account's web page as typed by the user; "" means that it is
	// derived from the host.
	Account string `json:"account,omitempty"`
	// Limit is the user's monthly limit.
	Limit MonthlyLimit `json:"limit,omitzero"`
	// SearchKnown reports that the user knows that searches of the web may cost more.
	SearchKnown bool `json:"search_known,omitempty"`
}

// MonthlyLimit is the amount that the requests of a connection may cost in a month before Parlando
// asks. The zero value is no limit.
type MonthlyLimit struct {
	// Micros is the amount in millionths of Currency.
	Micros   int64  `json:"micros,omitempty"`
	Currency string `json:"currency,omitempty"`
	// Month is the latest month in which the limit was used, such as "2026-11". In this month, Told
	// reports that the user knows that the limit is near, Passed that the user wants to go on after
	// it.
	Month  string `json:"month,omitempty"`
	Told   bool   `json:"told,omitempty"`
	Passed bool   `json:"passed,omitempty"`
}

// MaxName is the maximum length of a connection's name, in letters.
const MaxName = 80

// RemovedConnection describes a removed connection, to label its chats and to restore it.
type RemovedConnection struct {
	ID   chat.ID        `json:"id"`
	Kind ConnectionKind `json:"kind"`
	Name string         `json:"name"`
	// Address is the base address of the connection.
	Address string    `json:"address,omitempty"`
	At      time.Time `json:"at,omitzero"`
	// Account is the name of the connection's key in the password store, "" once that is deleted.
	Account string `json:"account,omitempty"`
	// Limit is the user's monthly limit, which applies again once the connection is added again.
	Limit MonthlyLimit `json:"limit,omitzero"`
}

// MaxRemoved is the maximum number of removed connections that are remembered; the oldest are
// dropped.
const MaxRemoved = 100

// ProxyMode selects the proxy for requests. Its value is stored.
type ProxyMode string

// The modes. Requests to this computer never use a proxy.
const (
	// ProxySystem uses the environment and the settings of the system.
	ProxySystem ProxyMode = "system"
	// ProxyNone uses no proxy.
	ProxyNone ProxyMode = "none"
	// ProxyCustom uses the proxy at Proxy.Address.
	ProxyCustom ProxyMode = "this"
)

// Proxy is the proxy of all requests. Its login is in the password store.
type Proxy struct {
	Mode ProxyMode `json:"mode"`
	// Address is scheme, host and port, such as "http://proxy.example:3128"; the schemes are http,
	// https and socks5. It is stored in every mode.
	Address string `json:"address,omitempty"`
	// Login reports that the proxy requires a name and a password.
	Login bool `json:"login,omitempty"`
}

// FindRemoved returns a removed connection.
func (s Settings) FindRemoved(id chat.ID) (RemovedConnection, bool) {
	i := slices.IndexFunc(s.Forgotten, func(f RemovedConnection) bool { return f.ID == id })
	if i < 0 {
		return RemovedConnection{}, false
	}
	return s.Forgotten[i], true
}

func (p Proxy) sanitized() Proxy {
	switch {
	case p.Mode == ProxyCustom && p.Address != "", p.Mode == ProxyNone:
	default:
		p.Mode = ProxySystem
	}
	return p
}

// sanitizeConnections drops invalid and duplicate connections, which an edited file may contain.
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
		all[i].Limit.Micros = max(all[i].Limit.Micros, 0)
		if all[i].Parameters != nil {
			p := hold(*all[i].Parameters)
			all[i].Parameters = &p
		}
	}
	return all
}

func sanitizeForgotten(all []RemovedConnection) []RemovedConnection {
	all = slices.DeleteFunc(all, func(f RemovedConnection) bool { return f.ID == "" })
	for i := range all {
		all[i].Limit.Micros = max(all[i].Limit.Micros, 0)
	}
	return all[max(len(all)-MaxRemoved, 0):]
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

// CleanName converts typed text to the name of a connection: one line, at most MaxName letters.
func CleanName(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	if letters := []rune(name); len(letters) > MaxName {
		name = strings.TrimSpace(string(letters[:MaxName]))
	}
	return name
}
