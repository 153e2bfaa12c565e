package core

import (
	"parlando/app/desktop"
	"parlando/media/subprocess"
)

// ScreenReader detects the user's screen reader.
type ScreenReader interface {
	// Runs reports whether a screen reader is running.
	Runs() bool
	// Program returns the path of Parlando for screen readers, "" if it is not installed.
	Program() string
}

// screenReader is the one of this computer.
type screenReader struct{}

// Runs implements ScreenReader.
func (screenReader) Runs() bool { return desktop.ScreenReaderRuns() }

// Program implements ScreenReader.
func (screenReader) Program() string {
	path, err := subprocess.NextTo(subprocess.ScreenReader)
	if err != nil {
		return ""
	}
	return path
}
