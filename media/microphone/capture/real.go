//go:build cgo

package capture

import (
	"slices"
	"strings"

	"github.com/gen2brain/malgo"
)

// real filters out devices that no user would call a microphone, and puts the default first.
//
// PulseAudio also lists a "monitor" of each output, and makes a monitor the default if there is no
// microphone. If a monitor is the default although there is a microphone, the user chose it, so
// real returns it, too. ALSA also lists its plug-ins.
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
		// Without a sound card there is no real default, even if ALSA lists one; looked checks
		// that.
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
