package clips

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// What identifies a clip by the parameters of its request: the same What sounds the same.
type What struct {
	// Service is the base address that was asked: two services have models of one name.
	Service string
	Model   string
	Voice   string
	// Speed is that of the request (GATEWAY.md 2.7); 0 is 1.
	Speed float64
	// Format is the one that was asked for, whatever came.
	Format string
	Text   string
}

// Key names a clip.
type Key [sha256.Size]byte

// Key is the hash of all of What.
func (w What) Key() Key {
	w.Speed = cmp.Or(w.Speed, 1)
	// Quoted, each string has an end that no other can fake.
	return sha256.Sum256(fmt.Appendf(nil, "%q %q %q %v %q %q", w.Service, w.Model, w.Voice, w.Speed, w.Format, w.Text))
}

// String is the key in hex.
func (k Key) String() string { return hex.EncodeToString(k[:]) }
