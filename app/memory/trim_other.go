//go:build !linux || !cgo

package memory

// trim does nothing: other systems' C libraries give memory back by themselves.
func trim() {}
