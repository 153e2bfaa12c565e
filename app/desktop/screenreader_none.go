//go:build !windows

package desktop

// ScreenReaderRuns returns false: screen readers are detected on Windows only.
func ScreenReaderRuns() bool { return false }
