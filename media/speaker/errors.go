package speaker

import (
	"errors"
	"fmt"
)

var (
	// ErrNoOutput says that there is no output now. It is never the end of a sound, which waits;
	// see [Speaker.OutputError].
	ErrNoOutput = errors.New("no sound output")
	// ErrStopped ends a sound that was stopped, or that another took the place of.
	ErrStopped = errors.New("stopped")
)

// A ClipError ends a sound whose clip could not be opened or is damaged. What came before has been
// heard.
type ClipError struct {
	Clip int
	Err  error
}

func (e *ClipError) Error() string { return fmt.Sprintf("clip %d: %v", e.Clip, e.Err) }

// Unwrap gives what the [Opener] or the decoder failed with.
func (e *ClipError) Unwrap() error { return e.Err }
