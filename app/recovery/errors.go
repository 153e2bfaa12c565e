package recovery

import "errors"

// Errors of the ways to another library.
var (
	// ErrNoLibrary reports that a chosen folder holds no library.
	ErrNoLibrary = errors.New("the folder has no library")
	// ErrNothingRecovered reports that nothing could be read, so that no new library was made.
	ErrNothingRecovered = errors.New("nothing could be recovered")
)
