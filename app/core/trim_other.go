//go:build !linux || !cgo

package core

// trim does nothing: other systems' C libraries give memory back by themselves.
func trim() {}
