package clips

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Parameters identifies a clip by the parameters of its request: equal values mean the same sound.
type Parameters struct {
	// Service is the base address of the service: two services may have models of the same name.
	Service string
	Model   string
	Voice   string
	// Speed is the speed of the request (GATEWAY.md 2.7); 0 means 1.
	Speed float64
	// Instructions are the instructions of the request, "" for none.
	Instructions string
	// Format is the requested format, even if the service sent another.
	Format string
	Text   string
}

// Key is the hash that names a clip.
type Key [sha256.Size]byte

// Key returns the hash of all fields.
func (w Parameters) Key() Key {
	w.Speed = cmp.Or(w.Speed, 1)
	// Strings are quoted so that no string can imitate the end of another.
	all := fmt.Appendf(nil, "%q %q %q %v %q %q", w.Service, w.Model, w.Voice, w.Speed, w.Format, w.Text)
	if w.Instructions != "" {
		all = fmt.Appendf(all, " %q", w.Instructions)
	}
	return sha256.Sum256(all)
}

// String returns the key in hexadecimal.
func (k Key) String() string { return hex.EncodeToString(k[:]) }
