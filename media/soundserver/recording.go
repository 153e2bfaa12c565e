package soundserver

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"sync"
	"time"
)

// MaxLatency is the largest latency of a Recording. When the output is removed, that much of the
// sound may have been played without being recorded. A latency below that of the playback would
// make the recorder shorten the output's buffer while it plays.
const MaxLatency = 100 * time.Millisecond

// StereoSample is one sample per channel, -1 to 1.
type StereoSample [Channels]float32

// Recording records the sound of an output or microphone. It can be used from any goroutine.
type Recording struct {
	ended chan struct{}
	stop  func()

	mu     sync.Mutex
	frames []StereoSample // everything recorded
	came   []arrival
	sounds []StereoSample // only non-silent samples, because a busy machine inserts silence
	last   int            // number of frames up to the last of sounds
}

// arrival is the arrival time of the block that begins with frame.
type arrival struct {
	frame int
	at    time.Time
}

// Record records the output until it is removed, ctx is done or Stop is called. It returns once the
// first samples have been recorded.
func (s *Server) Record(ctx context.Context) (*Recording, error) {
	return s.record(ctx, "speaker.monitor")
}

// Record records the microphone in both channels, as a program that uses it would, until ctx is
// done or Stop is called.
func (m *Microphone) Record(ctx context.Context) (*Recording, error) {
	return m.server.record(ctx, m.name)
}

func (s *Server) record(ctx context.Context, source string) (*Recording, error) {
	cmd := s.command(ctx, "parec", "-d", source, "--raw", "--format=float32le", fmt.Sprint("--rate=", Rate), fmt.Sprint("--channels=", Channels),
		fmt.Sprint("--latency-msec=", MaxLatency.Milliseconds()))
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	r := &Recording{ended: make(chan struct{})}
	r.stop = sync.OnceFunc(func() {
		cmd.Process.Kill() //nolint:errcheck // it may have exited already
		<-r.ended
		cmd.Wait() //nolint:errcheck // it was killed
	})
	go func() {
		defer close(r.ended)
		r.read(out)
	}()
	context.AfterFunc(ctx, r.Stop)
	if err := until(ctx, "something is recorded", func() bool { return r.Len() > 0 }); err != nil {
		r.Stop()
		return nil, err
	}
	return r, nil
}

// Stop ends the recording. The recorded samples stay available.
func (r *Recording) Stop() { r.stop() }

func (r *Recording) read(out io.Reader) {
	in := bufio.NewReaderSize(out, 1<<20)
	b := make([]byte, 4*Channels)
	for {
		if _, err := in.Peek(1); err != nil {
			return
		}
		now := time.Now()
		r.mu.Lock()
		r.came = append(r.came, arrival{len(r.frames), now})
		for first := true; first || in.Buffered() >= len(b); first = false {
			if _, err := io.ReadFull(in, b); err != nil {
				break
			}
			f := StereoSample{math.Float32frombits(binary.LittleEndian.Uint32(b)), math.Float32frombits(binary.LittleEndian.Uint32(b[4:]))}
			r.frames = append(r.frames, f)
			if f != (StereoSample{}) {
				r.sounds = append(r.sounds, f)
				r.last = len(r.frames)
			}
		}
		r.mu.Unlock()
	}
}

// Len returns the number of recorded samples per channel.
func (r *Recording) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.frames)
}

// NonSilent returns all recorded samples that are not silent.
func (r *Recording) NonSilent() []StereoSample {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sounds[:len(r.sounds):len(r.sounds)]
}

// SilentSince reports whether the recording has been silent for five seconds after position n.
// Sound played before the call may arrive late, but arrives in order.
func (r *Recording) SilentSince(n int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.frames) > max(n, r.last)+5*Rate
}

// PlayedAt returns the samples that the output played at a time; false if it played silence.
func (r *Recording) PlayedAt(at time.Time) (StereoSample, bool) {
	began := r.began()
	r.mu.Lock()
	defer r.mu.Unlock()
	i := int(at.Sub(began) * Rate / time.Second)
	if i < 0 || i >= len(r.frames) || r.frames[i] == (StereoSample{}) {
		return StereoSample{}, false
	}
	return r.frames[i], true
}

// TimeOf returns the time at which the output played element n of NonSilent; zero if that element
// has not been recorded.
func (r *Recording) TimeOf(n int) time.Time {
	began := r.began()
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, f := range r.frames {
		if f == (StereoSample{}) {
			continue
		}
		if n == 0 {
			return began.Add(time.Duration(i) * time.Second / Rate)
		}
		n--
	}
	return time.Time{}
}

// began returns the time at which the first samples were played. Blocks arrive late but never
// early, so the block with the least delay determines the time.
func (r *Recording) began() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	began := r.came[0].at
	for _, c := range r.came {
		if t := c.at.Add(-time.Duration(c.frame) * time.Second / Rate); t.Before(began) {
			began = t
		}
	}
	return began
}

// NonSilent returns the samples that are not silent.
func NonSilent(frames []StereoSample) []StereoSample {
	var all []StereoSample
	for _, f := range frames {
		if f != (StereoSample{}) {
			all = append(all, f)
		}
	}
	return all
}
