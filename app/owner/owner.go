// Package owner holds what the owners of the program's state share: their options, and how their
// goroutines are woken and awaited.
package owner

import (
	"log/slog"
	"time"

	"parlando/app/changes"
)

// CommonOptions are the options of every package that owns a part of the program's state (see
// docs/architecture.md). The zero value is usable after SetDefaults.
type CommonOptions struct {
	// Marks receives each change that others may show; nil means none.
	Marks *changes.Marks
	// Now is the clock of stored times; nil is time.Now.
	Now func() time.Time
	// Log receives errors that are reported nowhere else; nil drops them.
	Log *slog.Logger
	// InPlace returns an error while the library is not in its place (history.Store.InPlace), so
	// that nothing is written there nor sent that could not be stored; nil means that it always is.
	InPlace func() error
}

// SetDefaults replaces nil fields by defaults.
func (c *CommonOptions) SetDefaults() {
	if c.Marks == nil {
		c.Marks = changes.New()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.InPlace == nil {
		c.InPlace = func() error { return nil }
	}
}
