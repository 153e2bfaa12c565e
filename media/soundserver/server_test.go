package soundserver_test

import (
	"context"
	"testing"
	"time"

	"parlando/media/soundserver"
)

func do(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// ramp is a second of samples that are all different.
func ramp() []float32 {
	samples := make([]float32, soundserver.Rate)
	for i := range samples {
		samples[i] = float32(i+1) / (1 << 20)
	}
	return samples
}

func TestAMicrophoneHearsWhatIsSpokenAndNothingElse(t *testing.T) {
	s := soundserver.ForTest(t)
	do(t, s.Start(t.Context()))
	for range 2 { // it may be taken away and come back
		m, err := s.ConnectMicrophone(t.Context(), "headset")
		do(t, err)
		r, err := m.Record(t.Context())
		do(t, err)
		spoken := ramp()
		do(t, m.Speak(t.Context(), spoken, soundserver.Rate))
		heard := hear(t, r, len(spoken))
		for i, f := range heard[:min(len(heard), len(spoken))] {
			if f[0] != spoken[i] || f[1] != f[0] {
				t.Fatalf("sample %d is %v, want %v", i, f, spoken[i])
			}
		}
		if len(heard) != len(spoken) {
			t.Errorf("%d samples were heard of %d", len(heard), len(spoken))
		}
		do(t, m.Disconnect(t.Context()))
	}
}

func TestAnOutputComesAndGoesAndSoDoesTheServer(t *testing.T) {
	s := soundserver.ForTest(t)
	for range 2 {
		do(t, s.Start(t.Context()))
		for range 2 {
			do(t, s.Connect(t.Context()))
			r, err := s.Record(t.Context())
			do(t, err)
			r.Stop()
			if len(r.NonSilent()) > 0 {
				t.Errorf("%d frames of sound where nobody plays", len(r.NonSilent()))
			}
			do(t, s.Disconnect(t.Context()))
		}
		s.Kill()
	}
}

func TestSpeakingEndsWithItsContext(t *testing.T) {
	s := soundserver.ForTest(t)
	do(t, s.Start(t.Context()))
	m, err := s.ConnectMicrophone(t.Context(), "headset")
	do(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := m.Speak(ctx, ramp(), soundserver.Rate); err == nil {
		t.Error("it spoke on")
	}
}

// hear waits until so much has been heard, or nothing more is.
func hear(t *testing.T, r *soundserver.Recording, frames int) []soundserver.StereoSample {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	for n := r.Len(); len(r.NonSilent()) < frames && !r.SilentSince(n); {
		select {
		case <-tick.C:
		case <-t.Context().Done():
			t.Fatal("waited in vain for the end")
		}
	}
	return r.NonSilent()
}
