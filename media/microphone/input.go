package microphone

import "context"

// Rate is the sample rate in samples a second, of one channel.
const Rate = 16_000

// Device is a microphone, or something else that sound comes in by.
type Device struct {
	// ID names it to this computer, also after a restart; "" is whatever the system has as its
	// default.
	ID string
	// Name is the system's name for it.
	Name string
	// Default: it is used when no device is chosen.
	Default bool
}

// Input is a source of sound. ThisComputer is that of this computer; tests have one in virtual time
// (microphonetest).
type Input interface {
	// Devices lists the microphones, the default first. The error is one of this package; with
	// ErrNoDevice the list is empty.
	Devices(ctx context.Context) ([]Device, error)
	// Run opens the device with this ID, "" for the default, and hears until ctx ends or the device
	// is lost. All that was heard before ctx ended has been given to feed when it returns. The
	// error is that of ctx, or one of this package and never nil. Another Run at the same time
	// fails with ErrBusy.
	Run(ctx context.Context, device string, feed Feed) error
}

// Feed receives the sound of an Input. Its functions return at once, are called one after the
// other, and never once Run has returned.
type Feed struct {
	// Opened is called once, just before the first samples come.
	Opened func(Device)
	// Heard takes the next samples, some 20 ms of them; they are its own only until it returns.
	Heard func(samples []int16)
}
