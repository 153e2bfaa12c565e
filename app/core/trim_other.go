//go:build !linux || !cgo

package core

// trim does nothing: the C libraries of other systems return free memory themselves.
func trim() {}
