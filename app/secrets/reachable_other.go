//go:build windows || darwin

package secrets

// reachable has nothing to check: the store is a part of the system.
func reachable() error { return nil }
