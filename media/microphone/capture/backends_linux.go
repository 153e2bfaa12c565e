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

// backends lists the sound systems in order of preference. PipeWire offers PulseAudio's interface.
var backends = []malgo.Backend{malgo.BackendPulseaudio, malgo.BackendAlsa}

// looked determines why no microphone can be opened, which ALSA does not report.
func looked() error { return lookedAt("/dev/snd") }

// lookedAt is like looked, for the device files in dir.
func lookedAt(dir string) error {
	files, _ := filepath.Glob(filepath.Join(dir, "pcmC*D*c")) //nolint:errcheck // the pattern is valid
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
