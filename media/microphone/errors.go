package microphone

import "errors"

// The errors of an Input. Each wraps one of these values and appends the message of the system.
var (
	// ErrNoDevice means that this computer has no microphone, or that the selected one is missing.
	ErrNoDevice = errors.New("there is no microphone")
	// ErrNoSoundSystem means that no sound system responds, so that microphones cannot be listed.
	ErrNoSoundSystem = errors.New("there is no sound system")
	// ErrBusy means that another program uses the microphone exclusively.
	ErrBusy = errors.New("the microphone is in use")
	// ErrForbidden means that the system denies this program access to the microphone.
	ErrForbidden = errors.New("the microphone may not be used")
	// ErrDisconnected means that the microphone was unplugged or stopped delivering samples while
	// in use.
	ErrDisconnected = errors.New("the microphone is gone")
	// ErrFailed means that the microphone cannot be opened for some other reason.
	ErrFailed = errors.New("the microphone cannot be opened")
)
