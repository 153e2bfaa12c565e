package speaker

import (
	"errors"
	"fmt"
)

var (
	// ErrNoOutput means that no output is available now. It never ends a sound: the sound waits
	// instead; see [Speaker.OutputError].
	ErrNoOutput = errors.New("no sound output")
	// ErrStopped ends a sound that was stopped or replaced by another.
	ErrStopped = errors.New("stopped")
)

// A ClipError ends a sound when a clip cannot be opened or is damaged, after everything before has
// been played.
type ClipError struct {
	Clip int
	Err  error
}

func (e *ClipError) Error() string { return fmt.Sprintf("clip %d: %v", e.Clip, e.Err) }

// Unwrap returns the error of the [Opener] or the decoder.
func (e *ClipError) Unwrap() error { return e.Err }
