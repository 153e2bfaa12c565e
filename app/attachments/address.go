package attachments

import (
	"errors"
	"net/url"
	"strings"
	"unicode"

	"parlando/app/chat"
)

// maxAddress is the longest address in bytes, which is more than browsers send.
const maxAddress = 8 << 10

// ErrNoAddress means that a text is not the address of a picture that a service could fetch.
var ErrNoAddress = errors.New("attachments: not an http or https address")

// Address makes a part of the address of a picture. Parlando never fetches it: it is sent as it is,
// and the service does (GATEWAY.md 2.2). The error is ErrNoAddress. It is quick.
func Address(text string) (chat.Part, error) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxAddress || strings.ContainsFunc(text, unseen) {
		return chat.Part{}, ErrNoAddress
	}
	u, err := url.Parse(text)
	// A name and a password in an address would reach the service and the library.
	if err != nil || u.Opaque != "" || u.User != nil || u.Hostname() == "" {
		return chat.Part{}, ErrNoAddress
	}
	if scheme := strings.ToLower(u.Scheme); scheme != "http" && scheme != "https" {
		return chat.Part{}, ErrNoAddress
	}
	return chat.Part{Kind: chat.PartRemoteImage, Text: text}, nil
}

// unseen are spaces and the characters that make an address look like another.
func unseen(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar
}
