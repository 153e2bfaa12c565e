//go:build cgo && !linux

package capture

import (
	"runtime"

	"github.com/gen2brain/malgo"

	"parlando/media/microphone"
)

// backends are the sound systems, the best first.
var backends = map[string][]malgo.Backend{
	"windows": {malgo.BackendWasapi, malgo.BackendDsound, malgo.BackendWinmm},
	"darwin":  {malgo.BackendCoreaudio},
	"openbsd": {malgo.BackendSndio, malgo.BackendAudio4},
	"netbsd":  {malgo.BackendAudio4},
	"freebsd": {malgo.BackendOss},
}[runtime.GOOS]

// looked finds out why a microphone cannot be opened; these systems say so themselves.
func looked() error { return microphone.ErrFailed }
