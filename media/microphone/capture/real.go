//go:build cgo

package capture

import (
	"slices"
	"strings"

	"github.com/gen2brain/malgo"
)

// real leaves out what no user would call a microphone, and puts the default first.
//
// PulseAudio lists what is played, too, as a "monitor" of each output; where there is no microphone
// it even makes one the default. One that is the default although there is a microphone was chosen.
// ALSA lists its plug-ins.
func real(backend malgo.Backend, all []listedDevice) []listedDevice {
	plain := func(d listedDevice) bool {
		switch backend {
		case malgo.BackendPulseaudio:
			return !strings.HasSuffix(d.ID, ".monitor")
		case malgo.BackendAlsa:
			return strings.HasPrefix(d.ID, ":") || strings.HasPrefix(d.ID, "hw:")
		}
		return true
	}
	if !slices.ContainsFunc(all, plain) {
		if backend == malgo.BackendPulseaudio {
			return nil
		}
		// Without a card there is no default, whatever ALSA says. looked finds out.
		return slices.DeleteFunc(all, func(d listedDevice) bool { return !d.Default })
	}
	all = slices.DeleteFunc(all, func(d listedDevice) bool { return !d.Default && !plain(d) })
	slices.SortStableFunc(all, func(a, b listedDevice) int {
		switch {
		case a.Default == b.Default:
			return 0
		case a.Default:
			return -1
		}
		return 1
	})
	return all
}
