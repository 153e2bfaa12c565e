//go:build cgo

package capture_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os/exec"
	"sync"
	"testing"
	"time"

	"parlando/media/microphone"
	"parlando/media/microphone/capture"
	"parlando/media/microphone/microphonetest"
	"parlando/media/soundserver"
)

func do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// server starts one with microphones of these names, of which the last is the default.
func server(t testing.TB, microphones ...string) (*soundserver.Server, []*soundserver.Microphone) {
	t.Helper()
	s := soundserver.ForTest(t)
	do(t, s.Start(t.Context()))
	var all []*soundserver.Microphone
	for _, name := range microphones {
		m, err := s.ConnectMicrophone(t.Context(), name)
		do(t, err)
		all = append(all, m)
	}
	return s, all
}

// captureRun is a Run under way.
type captureRun struct {
	stop   context.CancelFunc
	opened chan microphone.Device
	first  chan struct{}
	ended  chan error

	mu      sync.Mutex
	samples []int16
}

func hear(t testing.TB, device string) *captureRun {
	ctx, stop := context.WithCancel(t.Context())
	h := &captureRun{stop: stop, opened: make(chan microphone.Device, 2), first: make(chan struct{}), ended: make(chan error, 1)}
	var once sync.Once
	go func() {
		h.ended <- capture.ThisComputer().Run(ctx, device, microphone.Feed{
			OnOpened: func(d microphone.Device) { h.opened <- d },
			OnSamples: func(samples []int16) {
				h.mu.Lock()
				defer h.mu.Unlock()
				h.samples = append(h.samples, samples...)
				once.Do(func() { close(h.first) })
			},
		})
	}()
	t.Cleanup(stop)
	return h
}

// begun waits for the first sample.
func (h *captureRun) begun(t testing.TB) microphone.Device {
	t.Helper()
	select {
	case <-h.first:
		return <-h.opened
	case err := <-h.ended:
		t.Fatal(err)
	case <-t.Context().Done():
		t.Fatal("in vain")
	}
	return microphone.Device{}
}

func (h *captureRun) heard() []int16 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.samples[:len(h.samples):len(h.samples)]
}

// speech is a sentence, as samples of a microphone.
func speech(t testing.TB, text string) []int16 {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "espeak-ng", "--stdout", text).Output()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("espeak-ng is missing: run .ci/install test")
	}
	do(t, err)
	samples, err := microphonetest.Samples(bytes.NewReader(out))
	do(t, err)
	return samples
}

func floats(samples []int16) []float32 {
	all := make([]float32, len(samples))
	for i, v := range samples {
		all[i] = float32(v) / (1 << 15)
	}
	return all
}

// What is said into a real sound server is heard as it was said.
func TestWhatIsSaidIsHeard(t *testing.T) {
	_, m := server(t, "headset")
	h := hear(t, "")
	if d := h.begun(t); d.Name != "headset" || !d.Default {
		t.Errorf("opened %+v", d)
	}
	said := speech(t, "The quick brown fox jumps over the lazy dog, and nobody on board had slept.")
	do(t, m[0].Speak(t.Context(), floats(said), microphone.Rate))
	h.stop()
	if err := <-h.ended; !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
	heard := h.heard()
	if len(heard) < len(said) {
		t.Fatalf("%d samples were heard of %d", len(heard), len(said))
	}
	at, c := microphonetest.FindSimilar(said, heard)
	t.Logf("correlation %.4f, after %d ms", c, at/16)
	if c < 0.95 {
		t.Errorf("the correlation is %.3f", c)
	}
}

func TestTheDevicesAreTheMicrophonesAndTheDefaultIsFirst(t *testing.T) {
	s, _ := server(t, "webcam", "headset")
	do(t, s.Connect(t.Context())) // has a monitor, which is no microphone
	devices, err := capture.ThisComputer().Devices(t.Context())
	do(t, err)
	if len(devices) != 2 || devices[0] != (microphone.Device{ID: "headset", Name: "headset", Default: true}) || devices[1] != (microphone.Device{ID: "webcam", Name: "webcam"}) {
		t.Errorf("%+v", devices)
	}
}

func TestTheChosenMicrophoneIsHeardAndNoOther(t *testing.T) {
	_, m := server(t, "webcam", "headset")
	h := hear(t, "webcam")
	if d := h.begun(t); d.ID != "webcam" || d.Default {
		t.Errorf("opened %+v", d)
	}
	said := make([]int16, microphone.Rate)
	for i := range said {
		said[i] = int16(8000 * math.Sin(float64(i)/20))
	}
	do(t, m[1].Speak(t.Context(), floats(said), microphone.Rate))
	quiet := len(h.heard())
	do(t, m[0].Speak(t.Context(), floats(said), microphone.Rate))
	h.stop()
	<-h.ended
	for i, v := range h.heard()[:quiet] {
		if v != 0 {
			t.Fatalf("the other is heard: %d at %d", v, i)
		}
	}
	if _, c := microphonetest.FindSimilar(said[:8000], h.heard()); c < 0.95 {
		t.Errorf("the correlation is %.3f", c)
	}
}

func TestEachProblemHasItsError(t *testing.T) {
	t.Run("no microphone", func(t *testing.T) {
		s, _ := server(t)
		do(t, s.Connect(t.Context())) // an output, whose monitor the server makes the default
		if _, err := capture.ThisComputer().Devices(t.Context()); !errors.Is(err, microphone.ErrNoDevice) {
			t.Errorf("listed with %v", err)
		}
		if err := <-hear(t, "").ended; !errors.Is(err, microphone.ErrNoDevice) {
			t.Errorf("opened with %v", err)
		}
	})
	t.Run("not the chosen one", func(t *testing.T) {
		server(t, "headset")
		if err := <-hear(t, "webcam").ended; !errors.Is(err, microphone.ErrNoDevice) {
			t.Errorf("opened with %v", err)
		}
	})
	t.Run("unplugged", func(t *testing.T) {
		_, m := server(t, "headset")
		h := hear(t, "headset")
		h.begun(t)
		do(t, m[0].Disconnect(t.Context()))
		if err := <-h.ended; !errors.Is(err, microphone.ErrDisconnected) {
			t.Errorf("ended with %v", err)
		}
	})
	t.Run("the sound system has died", func(t *testing.T) {
		s, _ := server(t, "headset")
		h := hear(t, "")
		h.begun(t)
		s.Kill()
		if err := <-h.ended; !errors.Is(err, microphone.ErrDisconnected) {
			t.Errorf("ended with %v", err)
		}
	})
	t.Run("two at a time", func(t *testing.T) {
		server(t, "headset")
		in := capture.ThisComputer()
		opened, ended := make(chan struct{}), make(chan error, 1)
		ctx, stop := context.WithCancel(t.Context())
		go func() {
			ended <- in.Run(ctx, "", microphone.Feed{OnOpened: func(microphone.Device) { close(opened) }, OnSamples: func([]int16) {}})
		}()
		select {
		case <-opened:
		case err := <-ended:
			t.Fatal(err)
		}
		if err := in.Run(t.Context(), "", microphone.Feed{}); !errors.Is(err, microphone.ErrBusy) {
			t.Errorf("the second: %v", err)
		}
		stop()
		<-ended
		// And again.
		if _, err := in.Devices(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// How long it takes from wanting to hear until the first sample is there: it has to be less than
// 150 ms.
func BenchmarkOpen(b *testing.B) {
	server(b, "headset")
	for b.Loop() {
		began := time.Now()
		h := hear(b, "")
		h.begun(b)
		b.ReportMetric(float64(time.Since(began).Milliseconds()), "ms/first")
		b.StopTimer()
		h.stop()
		<-h.ended
		b.StartTimer()
	}
}
