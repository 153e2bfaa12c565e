package attachments

import (
	"errors"
	"net/url"
	"strings"
	"unicode"

	"parlando/app/chat"
)

// maxAddress is the maximum length of an address in bytes, more than browsers send.
const maxAddress = 8 << 10

// ErrNoAddress reports that a text is not an address of a picture that a service could fetch.
var ErrNoAddress = errors.New("attachments: not an http or https address")

// Address returns a part with the address of a picture. The service fetches the picture, never
// Parlando (GATEWAY.md 2.2). The error is ErrNoAddress.
func Address(text string) (chat.Part, error) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxAddress || strings.ContainsFunc(text, unseen) {
		return chat.Part{}, ErrNoAddress
	}
	u, err := url.Parse(text)
	// A user name and password in the address would be sent to the service and stored.
	if err != nil || u.Opaque != "" || u.User != nil || u.Hostname() == "" {
		return chat.Part{}, ErrNoAddress
	}
	if scheme := strings.ToLower(u.Scheme); scheme != "http" && scheme != "https" {
		return chat.Part{}, ErrNoAddress
	}
	return chat.Part{Kind: chat.PartRemoteImage, Text: text}, nil
}

// unseen reports whether a character is blank, invisible or otherwise able to disguise an address.
func unseen(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar
}
