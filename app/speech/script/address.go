package script

import (
	"bytes"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestHost is the longest name a computer can have, in characters.
const longestHost = 253

// address says that there is an address.
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

// begins tells whether a word begins at a place.
func (w *wordReader) begins(piece []byte, at int) bool {
	before, _ := utf8.DecodeLastRune(piece[:at])
	return at == 0 || !spoken(before) || wide(before)
}

// mayBeAddress tells whether a text is one word that is an address or may become one.
func mayBeAddress(s []byte) bool {
	if s = s[:min(len(s), longestLink)]; bytes.ContainsAny(s, " \t\r\n") {
		return false
	}
	for _, prefix := range []string{"http://", "https://", "www."} {
		n := min(len(prefix), len(s))
		if bytes.EqualFold(s[:n], []byte(prefix[:n])) {
			return true
		}
	}
	return false
}

// longestLink is how long an address may be, in bytes, for what follows it to be waited for.
const longestLink = 4096

// addressLength gives how many bytes at the start of a text are an address, 0 if none.
func addressLength(s []byte) int {
	head := 0
	for _, prefix := range []string{"http://", "https://", "www."} {
		if len(s) > len(prefix) && bytes.EqualFold(s[:len(prefix)], []byte(prefix)) {
			head = len(prefix)
		}
	}
	if head == 0 {
		return 0
	}
	end := head
	for end < len(s) {
		r, size := utf8.DecodeRune(s[end:])
		if r <= ' ' || unicode.IsSpace(r) || strings.ContainsRune("<>\"`|\\^{}*", r) || r >= 0x2e80 && unicode.Is(unicode.P, r) {
			break
		}
		end += size
	}
	for end > head && bytes.IndexByte([]byte("?!.,:;_~')]"), s[end-1]) >= 0 {
		if s[end-1] == ')' && bytes.Count(s[:end], []byte{')'}) <= bytes.Count(s[:end], []byte{'('}) {
			break
		}
		end--
	}
	if end == head {
		return 0
	}
	return end
}
