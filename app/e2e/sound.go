package e2e

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// SoundRate and SoundChannels are those of what Sound hears.
const (
	SoundRate     = 48000
	SoundChannels = 2
)

// Sound is a sound server of the screen's own, with an output that nobody hears and everybody can record. It ends with
// the screen.
type Sound struct {
	screen     *Screen
	module     string // of the output; "" when there is none
	recordings []string
}

// StartSound starts a Sound. Programs started on the screen from then on play to it.
func (s *Screen) StartSound(ctx context.Context) (*Sound, error) {
	dir := filepath.Join(s.Dir, "sound")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	socket := filepath.Join(dir, "native")
	script := filepath.Join(dir, "default.pa")
	if err := os.WriteFile(script, []byte("load-module module-native-protocol-unix auth-anonymous=1 socket="+socket+"\n"), 0o600); err != nil {
		return nil, err
	}
	s.Env = append(s.Env, "PULSE_SERVER=unix:"+socket)
	if err := s.start(first("pulseaudio", "-n", "-F", script, "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no")); err != nil {
		return nil, err
	}
	sound := &Sound{screen: s}
	if err := until(ctx, 20*time.Second, "the sound server", func() (bool, error) {
		_, err := s.Run(ctx, "pactl", "info")
		return err == nil, nil
	}); err != nil {
		return nil, err
	}
	return sound, sound.Connect(ctx)
}

// first makes a command that comes before others on a busy machine where that is allowed: what is late here loses sound.
func first(name string, args ...string) *exec.Cmd {
	if os.Geteuid() == 0 {
		name, args = "nice", append([]string{"-n", "-15", name}, args...)
	}
	return exec.Command(name, args...)
}

// Connect puts the output in, as one does with a headset, and records it.
func (s *Sound) Connect(ctx context.Context) error {
	// norewinds: a null sink that rewinds, as it does at the start of each stream, loses in what is recorded from it some 50 ms.
	out, err := s.screen.Run(ctx, "pactl", "load-module", "module-null-sink", "sink_name=speaker", fmt.Sprint("rate=", SoundRate),
		fmt.Sprint("channels=", SoundChannels), "format=float32le", "norewinds=1")
	if err != nil {
		return err
	}
	s.module = strings.TrimSpace(out)
	path := filepath.Join(s.screen.Dir, "sound", fmt.Sprintf("%d.raw", len(s.recordings)))
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	cmd := first("parec", "-d", "speaker.monitor", "--raw", "--format=float32le", fmt.Sprint("--rate=", SoundRate), fmt.Sprint("--channels=", SoundChannels),
		"--latency-msec=100")
	cmd.Stdout = file
	if err := s.screen.start(cmd); err != nil {
		return err
	}
	s.recordings = append(s.recordings, path)
	return until(ctx, 20*time.Second, "the recording", func() (bool, error) {
		info, err := os.Stat(path)
		return err == nil && info.Size() > 0, err
	})
}

// Disconnect takes the output away.
func (s *Sound) Disconnect(ctx context.Context) error {
	_, err := s.screen.Run(ctx, "pactl", "unload-module", s.module)
	s.module = ""
	return err
}

// Heard is the left channel of what was played to each of the outputs that were there one after the other, without its silence, which a busy
// machine puts in between.
func (s *Sound) Heard() ([][]float32, error) {
	var all [][]float32
	for _, path := range s.recordings {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		samples := make([]float32, len(data)/4)
		if err := binary.Read(bytes.NewReader(data[:len(samples)*4]), binary.LittleEndian, samples); err != nil {
			return nil, err
		}
		all = append(all, Sounding(samples))
	}
	return all, nil
}

// Sounding gives the left channel of samples in two, without its silence.
func Sounding(samples []float32) []float32 {
	var left []float32
	for i := 0; i+1 < len(samples); i += SoundChannels {
		if samples[i] != 0 || samples[i+1] != 0 {
			left = append(left, samples[i])
		}
	}
	return left
}

// WaitHeard waits until so much was heard from the output that is there now.
func (s *Sound) WaitHeard(ctx context.Context, d time.Duration) error {
	return until(ctx, 2*time.Minute, fmt.Sprint(d, " of sound"), func() (bool, error) {
		all, err := s.Heard()
		return err == nil && len(all[len(all)-1]) >= int(d*SoundRate/time.Second), err
	})
}

// WaitQuiet waits until nothing was heard for a second.
func (s *Sound) WaitQuiet(ctx context.Context) error {
	last, quiet := -1, time.Now()
	return until(ctx, time.Minute, "silence", func() (bool, error) {
		all, err := s.Heard()
		if err != nil {
			return false, err
		}
		if n := len(all[len(all)-1]); n != last {
			last, quiet = n, time.Now()
		}
		return time.Since(quiet) > time.Second, nil
	})
}

// Alike is the correlation of two sounds, 1 for the same and about 0 for sounds that have nothing in common.
func Alike(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range min(len(a), len(b)) {
		x, y := float64(a[i]), float64(b[i])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}
