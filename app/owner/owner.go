// Package owner holds what all owners of the program have in common: their options, and how their
// goroutines are woken and waited for.
package owner

import (
	"log/slog"
	"time"

	"parlando/app/changes"
)

// Common are the options of every owner. The zero value is usable after SetDefaults.
type Common struct {
	// Marks hears of each change that others may show; nil is nobody.
	Marks *changes.Marks
	// Now is the clock of stored times; nil is time.Now.
	Now func() time.Time
	// Log takes errors that nobody is told of; nil drops them.
	Log *slog.Logger
}

// SetDefaults fills in what is nil.
func (c *Common) SetDefaults() {
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
