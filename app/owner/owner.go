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
}
