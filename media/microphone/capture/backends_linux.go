//go:build cgo

package capture

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"

	"github.com/gen2brain/malgo"

	"parlando/media/microphone"
)

// backends are the sound systems, the best first. PipeWire answers as PulseAudio.
var backends = []malgo.Backend{malgo.BackendPulseaudio, malgo.BackendAlsa}

// looked finds out why ALSA, which does not tell, cannot open any microphone.
func looked() error { return lookedAt("/dev/snd") }

// lookedAt does so by the device files.
func lookedAt(dir string) error {
	files, _ := filepath.Glob(filepath.Join(dir, "pcmC*D*c")) //nolint:errcheck // the pattern is right
	if len(files) == 0 {
		return microphone.ErrNoDevice
	}
	why := microphone.ErrFailed
	for _, name := range files {
		f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		switch {
		case err == nil:
			_ = f.Close()
		case errors.Is(err, os.ErrPermission):
			return microphone.ErrForbidden
		case errors.Is(err, syscall.EBUSY):
			why = microphone.ErrBusy
		}
	}
	return why
}
