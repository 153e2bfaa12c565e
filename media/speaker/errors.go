package speaker

import "errors"

// The kinds of trouble with the output. The sound itself fails with what its decoder says.
var (
	// ErrNoDevice says that the output could not be opened. The cause is in the error that wraps it.
	ErrNoDevice = errors.New("no sound output was found; connect one and start Parley again")
	// ErrLost says that the output went away while it was used.
	ErrLost = errors.New("the sound output went away; connect it and start Parley again")
	// ErrStopped ends a sound that was stopped, or that another took the place of.
	ErrStopped = errors.New("stopped")
)
