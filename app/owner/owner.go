// Package owner has what the owners of the program's state share: their options, and the means to
// start, wake and name goroutines and to wait for them.
package owner

import (
	"log/slog"
	"time"

	"parlando/app/changes"
	"parlando/app/chat"
	"parlando/app/problem"
)

// CommonOptions are the options of every package that owns a part of the program's state (see
// docs/architecture.md). The zero value is usable after SetDefaults.
type CommonOptions struct {
	// Marks receives changes that other packages may display; nil drops them.
	Marks *changes.Marks
	// Now is the clock of stored times; nil is time.Now.
	Now func() time.Time
	// Log receives errors that are reported nowhere else; nil drops them.
	Log *slog.Logger
	// InPlace returns an error while the library's file is not at its path (history.Store.InPlace):
	// then nothing is written, and nothing is sent that could not be stored. nil: always at its
	// path.
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

// WaitReason returns why requests in the background to a connection wait until the settings change
// (limits.WaitReason). Nil means that they never wait.
type WaitReason func(connection chat.ID) problem.Problem

// For returns the reason for a connection; its Kind is "" if requests need not wait.
func (w WaitReason) For(connection chat.ID) problem.Problem {
	if w == nil {
		return problem.Problem{}
	}
	return w(connection)
}
