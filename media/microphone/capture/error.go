//go:build cgo

package capture

import (
	"errors"
	"fmt"

	"github.com/gen2brain/malgo"

	"parlando/media/microphone"
)

// captureError converts an error of miniaudio to an error of package microphone.
func captureError(err error) error {
	kind := microphone.ErrFailed
	switch {
	case is(err, malgo.ErrAccessDenied):
		kind = microphone.ErrForbidden
	case is(err, malgo.ErrBusy, malgo.ErrAlreadyInUse):
		kind = microphone.ErrBusy
	case is(err, malgo.ErrNoDevice, malgo.ErrDoesNotExist):
		kind = microphone.ErrNoDevice
	case is(err, malgo.ErrNoBackend, malgo.ErrFailedToInitBackend):
		kind = microphone.ErrNoSoundSystem
	case is(err, malgo.ErrFailedToOpenBackendDevice, malgo.ErrFailedToStartBackendDevice):
		kind = looked()
	}
	return fmt.Errorf("%w: %w", kind, err)
}

func is(err error, targets ...error) bool {
	for _, t := range targets {
		if errors.Is(err, t) {
			return true
		}
	}
	return false
}
