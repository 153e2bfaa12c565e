//go:build !windows && !darwin

package secrets

import "github.com/godbus/dbus/v5"

// reachable checks for a session bus. Without one, go-keyring would start a bus with a password
// store that nobody can unlock, and leave both running.
func reachable() error {
	bus, err := dbus.SessionBusPrivateNoAutoStartup()
	if err != nil {
		return &Error{Kind: Missing, Err: err}
	}
	return bus.Close()
}
