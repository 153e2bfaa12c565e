package microphone

import "errors"

// The problems of a microphone. The errors of an Input wrap one of them; what the system said
// stands after it.
var (
	// ErrNoDevice: this computer has no microphone, or not the one that was chosen.
	ErrNoDevice = errors.New("there is no microphone")
	// ErrNoSystem: no sound system answers, so that no microphones can be listed.
	ErrNoSystem = errors.New("there is no sound system")
	// ErrBusy: another program has the microphone for itself.
	ErrBusy = errors.New("the microphone is in use")
	// ErrForbidden: the system does not let this program hear.
	ErrForbidden = errors.New("the microphone may not be used")
	// ErrLost: it was unplugged, or has fallen silent for good, while it was heard.
	ErrLost = errors.New("the microphone is gone")
	// ErrFailed: it cannot be opened for a reason that only the system knows.
	ErrFailed = errors.New("the microphone cannot be opened")
)
