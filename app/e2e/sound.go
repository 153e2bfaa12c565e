package e2e

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"parlando/media/soundserver"
)

// SoundRate and SoundChannels describe the sound recorded by Sound.
const (
	SoundRate     = soundserver.Rate
	SoundChannels = soundserver.Channels
)

// Sound is a separate sound server for the screen, with a virtual output that is recorded. It ends
// with the screen.
type Sound struct {
	server     *soundserver.Server
	recordings []*soundserver.Recording
}

// StartSound starts a sound server. Programs started later on the screen play to it.
func (s *Screen) StartSound(ctx context.Context) (*Sound, error) {
	server, err := soundserver.New(filepath.Join(s.Dir, "sound"))
	if err != nil {
		return nil, err
	}
	s.Env = append(s.Env, server.Env()...)
	s.sound = server
	if err := server.Start(ctx); err != nil {
		return nil, err
	}
	sound := &Sound{server: server}
	return sound, sound.Connect(ctx)
}

// Connect plugs in the output, like a headset, and records it.
func (s *Sound) Connect(ctx context.Context) error {
	if err := s.server.Connect(ctx); err != nil {
		return err
	}
	r, err := s.server.Record(ctx)
	if err != nil {
		return err
	}
	s.recordings = append(s.recordings, r)
	return nil
}

// Disconnect unplugs the output.
func (s *Sound) Disconnect(ctx context.Context) error { return s.server.Disconnect(ctx) }

// ConnectMicrophone plugs in a microphone with the given name.
func (s *Sound) ConnectMicrophone(ctx context.Context, name string) (*soundserver.Microphone, error) {
	return s.server.ConnectMicrophone(ctx, name)
}

// Heard returns, for each output in order, the left channel of what was played to it, without the
// silence that a busy machine inserts.
func (s *Sound) Heard() [][]float32 {
	var all [][]float32
	for _, r := range s.recordings {
		var left []float32
		for _, f := range r.NonSilent() {
			left = append(left, f[0])
		}
		all = append(all, left)
	}
	return all
}

// WithoutSilence returns the left channel of stereo samples without silence.
func WithoutSilence(samples []float32) []float32 {
	var left []float32
	for i := 0; i+1 < len(samples); i += SoundChannels {
		if samples[i] != 0 || samples[i+1] != 0 {
			left = append(left, samples[i])
		}
	}
	return left
}

// WaitHeard waits until sound of length d was played to the current output.
func (s *Sound) WaitHeard(ctx context.Context, d time.Duration) error {
	return until(ctx, 2*time.Minute, fmt.Sprint(d, " of sound"), func() (bool, error) {
		return len(s.recordings[len(s.recordings)-1].NonSilent()) >= int(d*SoundRate/time.Second), nil
	})
}

// WaitQuiet waits until nothing has been played for a second.
func (s *Sound) WaitQuiet(ctx context.Context) error {
	last, quiet := -1, time.Now()
	return until(ctx, time.Minute, "silence", func() (bool, error) {
		if n := len(s.recordings[len(s.recordings)-1].NonSilent()); n != last {
			last, quiet = n, time.Now()
		}
		return time.Since(quiet) > time.Second, nil
	})
}

// Correlation returns the correlation of two sounds: 1 for equal ones, about 0 for unrelated ones.
func Correlation(a, b []float32) float64 {
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
