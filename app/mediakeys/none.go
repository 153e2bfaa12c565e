//go:build windows || darwin

package mediakeys

import (
	"context"
	"log/slog"
)

// Keys does nothing on this system.
type Keys struct{}

// New makes Keys that do nothing.
func New(Player, string, *slog.Logger) *Keys { return &Keys{} }

// OnRaise does nothing.
func (*Keys) OnRaise(func()) {}

// Update does nothing.
func (*Keys) Update() {}

// Close does nothing.
func (*Keys) Close(context.Context) error { return nil }
