package speechtext

import (
	"bytes"
	"net/url"
	"strings"
	"unicode/utf8"

	"parlando/app/markup"
)

// addressPrefixes are the prefixes of web addresses.
var addressPrefixes = []string{"http://", "https://", "www."}

// longestHost is the maximum length of a host name, in characters.
const longestHost = 253

// address announces a web address.
func (w *wordReader) address(address string, start, end int) {
	if w.words.Link == nil {
		return
	}
	if strings.HasPrefix(address, "www.") {
		address = "https://" + address
	}
	host := ""
	if u, err := url.Parse(address); err == nil && len(u.Host) <= longestHost && utf8.ValidString(u.Host) {
		host = strings.TrimPrefix(u.Hostname(), "www.")
	}
	w.out.announce(w.words.Link(host), start, end)
}

// begins reports whether a word begins at an offset.
func (w *wordReader) begins(text []byte, at int) bool {
	before, _ := utf8.DecodeLastRune(text[:at])
	return at == 0 || !spoken(before) || wide(before)
}

// mayBeAddress reports whether a text is a single word that is a web address or may become one.
func mayBeAddress(s []byte) bool {
	if s = s[:min(len(s), longestLink)]; bytes.ContainsAny(s, " \t\r\n") {
		return false
	}
	for _, prefix := range addressPrefixes {
		n := min(len(prefix), len(s))
		if bytes.EqualFold(s[:n], []byte(prefix[:n])) {
			return true
		}
	}
	return false
}

// longestLink is the maximum length in bytes of an address; no longer one delays reading.
const longestLink = 4096

// addressLength returns the length in bytes of the address at the start of a text, 0 if there is
// none.
func addressLength(s []byte) int { return markup.AddressLength(s, addressPrefixes...) }
