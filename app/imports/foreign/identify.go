package foreign

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
)

// ErrNoConversation reports an object that is not a conversation of the expected kind.
var ErrNoConversation = errors.New("foreign: not a conversation")

// DeriveID returns an ID for a conversation or message without one, from texts that remain the same
// in every export.
func DeriveID(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		h.Write([]byte(text))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
