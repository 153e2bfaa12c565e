package desktop

import "context"

// Notifications shows nothing on this system.
type Notifications struct{}

// NewNotifications returns Notifications that show nothing.
func NewNotifications() *Notifications { return &Notifications{} }

// OnAction does nothing.
func (*Notifications) OnAction(func(subject, token string)) {}

// Show returns ErrNone.
func (*Notifications) Show(context.Context, Notification) error { return ErrNone }

// Withdraw does nothing.
func (*Notifications) Withdraw(context.Context, string) error { return nil }

// Capabilities returns ErrNone.
func (*Notifications) Capabilities(context.Context) ([]string, error) { return nil, ErrNone }

// Close does nothing.
func (*Notifications) Close() error { return nil }
