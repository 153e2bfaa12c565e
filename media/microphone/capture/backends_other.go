//go:build cgo && !linux

package capture

import (
	"runtime"

	"github.com/gen2brain/malgo"

	"parlando/media/microphone"
)

// backends lists the sound systems in order of preference.
var backends = map[string][]malgo.Backend{
	"windows": {malgo.BackendWasapi, malgo.BackendDsound, malgo.BackendWinmm},
	"darwin":  {malgo.BackendCoreaudio},
	"openbsd": {malgo.BackendSndio, malgo.BackendAudio4},
	"netbsd":  {malgo.BackendAudio4},
	"freebsd": {malgo.BackendOss},
}[runtime.GOOS]

// looked returns the reason why a microphone cannot be opened; these systems report it themselves.
func looked() error { return microphone.ErrFailed }
