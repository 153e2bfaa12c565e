package microphone

import "context"

// Rate is the sample rate of all sound in this package in Hz; all sound is mono.
const Rate = 16_000

// Device is a microphone or another source of sound.
type Device struct {
	// ID identifies the device on this computer, across restarts; "" is the system's default.
	ID string
	// Name is the system's name for the device.
	Name string
	// Default marks the device that is used if none is selected.
	Default bool
}

// Input is a source of sound. capture.ThisComputer returns the microphones of this computer; tests
// use microphonetest, which runs in virtual time.
type Input interface {
	// Devices lists the microphones, the default first. The error is one of the Err values; with
	// ErrNoDevice the list is empty.
	Devices(ctx context.Context) ([]Device, error)
	// Run opens the device with this ID, "" for the default, and records until ctx is done or the
	// device is lost. When it returns, all samples recorded before ctx was done have been passed to
	// feed. The error is the error of ctx or one of the Err values, and never nil. A concurrent Run
	// fails with ErrBusy.
	Run(ctx context.Context, device string, feed Feed) error
}

// Feed receives the sound of an Input. Its functions must return immediately. They are called
// sequentially, and never after Run has returned.
type Feed struct {
	// OnOpened is called once, just before the first samples.
	OnOpened func(Device)
	// OnSamples receives the next samples, about 20 ms. It must not retain the slice.
	OnSamples func(samples []int16)
}
