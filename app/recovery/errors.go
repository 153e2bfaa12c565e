package recovery

import "errors"

// The errors of recovering a library or choosing another one.
var (
	// ErrNoLibrary reports that a chosen folder holds no library.
	ErrNoLibrary = errors.New("the folder has no library")
	// ErrNothingRecovered reports that nothing could be read, so that no new library was made.
	ErrNothingRecovered = errors.New("nothing could be recovered")
)
