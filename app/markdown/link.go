package markdown

import (
	"net/netip"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// LinkInfo returns the host of an address, in ASCII (punycode), for the confirmation before opening
// it. ok is false for addresses that must not be opened: any scheme except http, https and mailto,
// addresses with user info or without host, and characters that another program could misinterpret.
func LinkInfo(address string) (host string, ok bool) {
	_, host, ok = safeLink(address)
	return host, ok
}

// longestLink is the maximum length of an address that can be opened, in bytes.
const longestLink = 4096

// safeLink returns an address in the form in which it may be opened: as typed, but with a
// lower-case scheme, an ASCII host and a percent-encoded path.
func safeLink(address string) (link, host string, ok bool) {
	if len(address) > longestLink || !utf8.ValidString(address) || strings.Contains(address, "$(") ||
		strings.ContainsAny(address, "\"`\\<>|^{}") {
		return "", "", false
	}
	for i, r := range address {
		if r == '\'' && !apostrophe(address, i) {
			return "", "", false
		}
		if r <= ' ' || r == 0x7f || unicode.IsControl(r) || unicode.IsSpace(r) || suspicious(r) {
			return "", "", false
		}
	}
	u, err := url.Parse(address)
	if err != nil || u.User != nil {
		return "", "", false
	}
	switch u.Scheme {
	case "http", "https":
		host, ok = asciiHost(u)
		if !ok || u.Opaque != "" {
			return "", "", false
		}
		link = strings.ReplaceAll(u.String(), "'", "%27")
	case "mailto":
		link, host, ok = safeMail(u)
	}
	if !ok || len(link) > longestLink { // percent-encoding may have made the address too long
		return "", "", false
	}
	return link, host, true
}

// apostrophe reports whether the quote mark at i is between two letters, as in the address of an
// article about Schrödinger's cat. An apostrophe is percent-encoded; any other quote mark makes the
// address unsafe.
func apostrophe(address string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(address[:i])
	after, _ := utf8.DecodeRuneInString(address[i+1:])
	return unicode.IsLetter(before) && unicode.IsLetter(after)
}

// asciiHost converts the host of a web address to ASCII and returns it.
func asciiHost(u *url.URL) (string, bool) {
	host := u.Hostname()
	// Check before ToASCII, which drops invisible characters. Percent-encoding in the host is
	// already decoded.
	if host == "" || strings.HasPrefix(host, "-") || strings.ContainsFunc(host, suspicious) {
		return "", false
	}
	if strings.HasPrefix(u.Host, "[") {
		a, err := netip.ParseAddr(host)
		return "[" + host + "]", err == nil && a.Is6() && a.Zone() == ""
	}
	ascii, err := idna.Lookup.ToASCII(host)
	if err != nil {
		// Underscores are not allowed in host names, but are in use.
		if strings.ContainsFunc(host, func(r rune) bool {
			return r >= utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-._", r)
		}) {
			return "", false
		}
		ascii = strings.ToLower(host)
	}
	if ascii == "" {
		return "", false
	}
	if ascii != host {
		if port := u.Port(); port != "" {
			u.Host = ascii + ":" + port
		} else {
			u.Host = ascii
		}
	}
	return ascii, true
}

// safeMail accepts a mailto address with only text parameters: a link must not attach a file.
func safeMail(u *url.URL) (link, host string, ok bool) {
	name, host, found := strings.Cut(u.Opaque, "@")
	if !found || name == "" || host == "" || strings.ContainsAny(u.Opaque, "%@,;'&/?") && strings.Count(u.Opaque, "@") != 1 ||
		strings.HasPrefix(name, "-") || strings.ContainsAny(host, "%,;'&/") {
		return "", "", false
	}
	for key := range u.Query() {
		switch strings.ToLower(key) {
		case "subject", "body", "cc", "bcc", "to":
		default:
			return "", "", false
		}
	}
	ascii, err := idna.Lookup.ToASCII(host)
	if err != nil || ascii == "" {
		return "", "", false
	}
	u.Opaque = name + "@" + ascii
	return strings.ReplaceAll(u.String(), "'", "%27"), ascii, true
}
