package client

import (
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
)

// The errors of ParseAddress.
var (
	ErrEmptyAddress = errors.New("no address was given")
	ErrNotHTTP      = errors.New("only http and https addresses work")
	ErrUserInfo     = errors.New("a user name or password does not belong into the address")
	ErrTwoAddresses = errors.New("there is more than one address")
	ErrNoHost       = errors.New("the address names no computer")
	ErrBadAddress   = errors.New("this is not an address")
)

// Address is the base address of a service, with the version segment: "https://api.example.org/v1"
// (GATEWAY.md 2 and 9). It is a comparable value; the zero Address is no address.
type Address struct {
	scheme, host string // host includes the port unless it is the scheme's default
	path         string // starts with "/", does not end with it
}

// knownTails lists endpoint paths that users copy along with the base address, longest first.
var knownTails = []string{
	"/chat/completions", "/audio/transcriptions", "/audio/translations", "/audio/speech",
	"/images/generations", "/completions", "/embeddings", "/responses", "/models", "/chat", "/audio",
}

// ParseAddress parses a base address that a user typed or pasted: with or without scheme, version,
// endpoint, slashes, quotes and surrounding spaces. Without a scheme it assumes https, or http if
// the host is this computer. A query or fragment is dropped. The error is one of the Err values
// above.
func ParseAddress(input string) (Address, error) {
	s := strings.TrimFunc(input, wrapping)
	if s == "" {
		return Address{}, ErrEmptyAddress
	}
	scheme, rest, err := splitScheme(s)
	if err != nil {
		return Address{}, err
	}
	// With the slash appended, the search also finds a second address that ends at "http:".
	if lower := strings.ToLower(rest) + "/"; strings.Contains(lower, "://") || strings.Contains(lower, "http:/") ||
		strings.Contains(lower, "https:/") {
		return Address{}, ErrTwoAddresses
	}
	if fields := strings.Fields(rest); len(fields) > 1 {
		if strings.Contains(fields[1], ".") {
			return Address{}, ErrTwoAddresses
		}
		return Address{}, ErrBadAddress
	}
	rest, _, _ = strings.Cut(rest, "#")
	rest, _, _ = strings.Cut(rest, "?")
	rest = strings.TrimRightFunc(rest, wrapping)
	authority, path, _ := strings.Cut(rest, "/")
	if strings.Contains(authority, "@") {
		return Address{}, ErrUserInfo
	}
	if strings.ContainsFunc(rest, func(r rune) bool {
		return unicode.IsControl(r) || unicode.In(r, unicode.Cf) || r == '\\' || r == unicode.ReplacementChar || wrapping(r)
	}) {
		return Address{}, ErrBadAddress
	}
	name, port, err := splitHost(authority)
	if err != nil {
		return Address{}, err
	}
	if scheme == "" {
		scheme = "https"
		if loopbackName(name) {
			scheme = "http"
		}
	}
	basePath, err := basePath(path)
	if err != nil {
		return Address{}, err
	}
	return Address{scheme: scheme, host: joinHost(scheme, name, port), path: basePath}, nil
}

// wrapping reports whether r may surround a pasted address: white space, a quote or a bracket.
func wrapping(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("\"'`<>“”‘’«»\ufeff\u200b", r)
}

// splitScheme splits off "http" or "https"; scheme is "" if there is none.
func splitScheme(s string) (scheme, rest string, err error) {
	if before, after, ok := strings.Cut(s, "://"); ok && !strings.ContainsAny(before, "/?#. ") {
		scheme = strings.ToLower(before)
		if scheme != "http" && scheme != "https" {
			return "", "", ErrNotHTTP
		}
		return scheme, strings.TrimLeft(after, "/"), nil
	}
	if strings.HasPrefix(s, "//") {
		return "", strings.TrimLeft(s, "/"), nil
	}
	// "name:" is a host only when a port follows; "file:x" and "javascript:x" are refused.
	if before, after, ok := strings.Cut(s, ":"); ok && !strings.ContainsAny(before, "/?#.[") && net.ParseIP(s) == nil &&
		!strings.Contains(after, "@") && (after == "" || after[0] < '0' || after[0] > '9') {
		return "", "", ErrNotHTTP
	}
	return "", s, nil
}

// splitHost validates the authority and returns its lower-case name (IPv6 without brackets) and its
// port, or "".
func splitHost(authority string) (name, port string, err error) {
	name = authority
	switch {
	case strings.HasPrefix(authority, "["):
		end := strings.IndexByte(authority, ']')
		if end < 0 {
			return "", "", ErrBadAddress
		}
		name = authority[1:end]
		if net.ParseIP(name) == nil {
			return "", "", ErrBadAddress
		}
		tail := authority[end+1:]
		if tail != "" && !strings.HasPrefix(tail, ":") {
			return "", "", ErrBadAddress
		}
		port = strings.TrimPrefix(tail, ":")
	case net.ParseIP(authority) != nil: // a bare IPv6 address has colons of its own
	default:
		name, port, _ = strings.Cut(authority, ":")
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if name == "" {
		return "", "", ErrNoHost
	}
	if port != "" {
		n, err := strconv.Atoi(port)
		if err != nil || n < 1 || n > 65535 {
			return "", "", ErrBadAddress
		}
		port = strconv.Itoa(n)
	}
	if net.ParseIP(name) == nil && strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && r != '.' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}) {
		return "", "", ErrBadAddress
	}
	if strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".") || strings.HasPrefix(name, "-") || strings.Contains(name, "..") {
		return "", "", ErrBadAddress
	}
	return name, port, nil
}

// joinHost joins host and port as in a URL, without the scheme's default port.
func joinHost(scheme, name, port string) string {
	if strings.Contains(name, ":") {
		name = "[" + name + "]"
	}
	if port == "" || port == defaultPort(scheme) {
		return name
	}
	return name + ":" + port
}

func defaultPort(scheme string) string {
	if scheme == "https" {
		return "443"
	}
	return "80"
}

// basePath removes a known endpoint from the path and ensures that it has a version segment.
func basePath(path string) (string, error) {
	segments := strings.FieldsFunc(path, func(r rune) bool { return r == '/' })
	for _, s := range segments {
		plain, err := url.PathUnescape(s)
		if err != nil || plain == ".." || plain == "." {
			return "", ErrBadAddress
		}
	}
	p := ""
	if len(segments) > 0 {
		p = "/" + strings.Join(segments, "/")
	}
	// Repeat until no tail is left, so that parsing a stored address does not change it.
	for cut := true; cut; {
		cut = false
		for _, tail := range knownTails {
			if len(p) >= len(tail) && strings.EqualFold(p[len(p)-len(tail):], tail) {
				p, cut = p[:len(p)-len(tail)], true
				break
			}
		}
	}
	for _, s := range strings.Split(p, "/") {
		if versionSegment(s) {
			return p, nil
		}
	}
	return p + "/v1", nil
}

// versionSegment reports whether a path segment is a version: "v1", "v1beta", "v4".
func versionSegment(s string) bool {
	return len(s) >= 2 && (s[0] == 'v' || s[0] == 'V') && s[1] >= '0' && s[1] <= '9' && len(s) <= 8
}

// loopbackName reports whether a host name or IP is this computer.
func loopbackName(name string) bool {
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && (ip.Unmap().IsLoopback() || ip.IsUnspecified())
}

// String returns the base address with its version segment, or "" for the zero Address.
func (a Address) String() string {
	if a.IsZero() {
		return ""
	}
	return a.scheme + "://" + a.host + a.path
}

// IsZero reports whether a is the zero Address.
func (a Address) IsZero() bool { return a.host == "" }

// Origin returns scheme, host and port, always with the port. A key belongs to one origin.
func (a Address) Origin() string {
	if a.IsZero() {
		return ""
	}
	u := url.URL{Scheme: a.scheme, Host: a.host}
	return a.scheme + "://" + net.JoinHostPort(u.Hostname(), effectivePort(&u))
}

// effectivePort returns the port of u, or the scheme's default.
func effectivePort(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return defaultPort(u.Scheme)
}

// Host returns host[:port] as a user would write it.
func (a Address) Host() string { return a.host }

// IsUnencrypted reports whether requests, including the key, are sent unencrypted.
func (a Address) IsUnencrypted() bool { return a.scheme == "http" }

// IsLoopback reports whether the service runs on this computer.
func (a Address) IsLoopback() bool {
	u := url.URL{Host: a.host}
	return !a.IsZero() && loopbackName(u.Hostname())
}

// IsLocalNetwork reports whether the service runs on this computer or in its local network, judging
// by its name or IP address.
func (a Address) IsLocalNetwork() bool {
	u := url.URL{Host: a.host}
	name := u.Hostname()
	if a.IsZero() || loopbackName(name) {
		return !a.IsZero()
	}
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.Unmap().IsPrivate() || ip.IsLinkLocalUnicast()
	}
	for _, suffix := range []string{".local", ".lan", ".home", ".home.arpa", ".internal"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return !strings.Contains(name, ".")
}

// MarshalText returns the address as String does, for storage.
func (a Address) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText parses the output of MarshalText; an empty text is the zero Address.
func (a *Address) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*a = Address{}
		return nil
	}
	parsed, err := ParseAddress(string(text))
	if err != nil {
		return err
	}
	*a = parsed
	return nil
}
