package secrets

import (
	"context"
	"errors"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/zalando/go-keyring"
)

// Kind classifies failures of the password store. The window has a sentence for each kind.
type Kind string

// The kinds.
const (
	// Locked: the store exists and was not unlocked.
	Locked Kind = "locked"
	// Missing: no password store is running and set up.
	Missing Kind = "missing"
	// NotFound: the store has no such key.
	NotFound Kind = "not_found"
	// TimedOut: the store did not answer in time, perhaps because it waits for a password.
	TimedOut Kind = "slow"
	// Failed: any other error.
	Failed Kind = "failed"
)

// Error is every error of Secrets but that of a context that ended before the store counted as
// slow.
type Error struct {
	Kind Kind
	Err  error
}

// Error returns the kind and the cause for the log.
func (e *Error) Error() string {
	if e.Err == nil {
		return "password store: " + string(e.Kind)
	}
	return "password store: " + string(e.Kind) + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of an error of this package, "" for any other.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

// prompted is the minimum duration of a call in which the user can have refused a password prompt.
const prompted = time.Second

// classify converts an error of go-keyring returned after took. Only two of its errors have a type;
// classify recognizes the others by D-Bus names and, as a last resort, by their text.
func classify(err error, took time.Duration) error {
	if err == nil {
		return nil
	}
	return &Error{Kind: kind(err, took), Err: err}
}

func kind(err error, took time.Duration) Kind {
	var already *Error
	var bus dbus.Error
	var exit *exec.ExitError
	switch {
	case errors.As(err, &already):
		return already.Kind
	case errors.Is(err, keyring.ErrNotFound):
		return NotFound
	case errors.Is(err, keyring.ErrUnsupportedPlatform), errors.Is(err, exec.ErrNotFound):
		return Missing
	case errors.Is(err, context.DeadlineExceeded):
		return TimedOut
	case errors.As(err, &bus):
		switch bus.Name {
		case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
			"org.freedesktop.DBus.Error.Spawn.ExecFailed", "org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
			"org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.Secret.Error.NoSuchObject":
			return Missing
		case "org.freedesktop.Secret.Error.IsLocked":
			return Locked
		}
	case errors.As(err, &exit) && runtime.GOOS == "darwin":
		// The low byte of OSStatus: interaction not allowed, authentication failed, canceled by the
		// user.
		switch exit.ExitCode() {
		case 36, 51, 128:
			return Locked
		}
	}
	text := err.Error()
	switch {
	case strings.Contains(text, "failed to unlock correct collection") && strings.Contains(text, "/aliases/default"):
		// There is no collection, unless the call took so long that a user was asked and refused.
		if took >= prompted {
			return Locked
		}
		return Missing
	case strings.Contains(text, "failed to unlock correct collection"):
		return Locked
	case strings.Contains(text, "was not provided by any .service files"), strings.Contains(text, "dbus-launch"),
		strings.Contains(text, "connection refused"), strings.Contains(text, "no such file"),
		strings.Contains(text, "couldn't determine address of session bus"):
		return Missing
	}
	return Failed
}
