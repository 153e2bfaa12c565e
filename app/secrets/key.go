package secrets

import (
	"fmt"
	"io"
	"log/slog"
)

// Key is a secret that cannot be printed, logged or encoded as JSON by accident. The zero Key is
// empty.
type Key struct {
	// secret is a pointer, because fmt prints strings in unexported fields of an enclosing struct.
	secret *string
}

// NewKey wraps a secret.
func NewKey(secret string) Key {
	if secret == "" {
		return Key{}
	}
	return Key{&secret}
}

// Reveal returns the secret itself, for use in a request only.
func (k Key) Reveal() string {
	if k.secret == nil {
		return ""
	}
	return *k.secret
}

// Empty reports whether there is no secret.
func (k Key) Empty() bool { return k.secret == nil }

// shown is printed in place of every secret.
const shown = "[hidden key]"

// String hides the secret.
func (k Key) String() string {
	if k.Empty() {
		return "[no key]"
	}
	return shown
}

// GoString hides the secret from %#v.
func (k Key) GoString() string { return k.String() }

// Format hides the secret from every verb of package fmt.
func (k Key) Format(w fmt.State, _ rune) { _, _ = io.WriteString(w, k.String()) }

// LogValue hides the secret from package log/slog.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.String()) }

// MarshalText hides the secret from JSON and other encodings.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// MarshalJSON hides the secret from JSON.
func (k Key) MarshalJSON() ([]byte, error) { return []byte(`"` + k.String() + `"`), nil }
