//go:build !cgo

package capture

import "parlando/media/microphone"

// Without a C compiler there is no microphone.

func list() ([]microphone.Device, error) { return nil, microphone.ErrNoSoundSystem }

func open(string, *session) error { return microphone.ErrNoSoundSystem }
