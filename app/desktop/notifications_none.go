//go:build windows || darwin

package desktop

import "context"

// Notifications shows nothing on this system.
type Notifications struct{}

// NewNotifications makes Notifications that show nothing.
func NewNotifications(func(subject, token string)) *Notifications { return &Notifications{} }

// Show returns ErrNone.
func (*Notifications) Show(context.Context, Notification) error { return ErrNone }

// Withdraw has nothing to withdraw.
func (*Notifications) Withdraw(context.Context, string) error { return nil }

// Capabilities returns ErrNone.
func (*Notifications) Capabilities(context.Context) ([]string, error) { return nil, ErrNone }

// Close does nothing.
func (*Notifications) Close() error { return nil }
