package recordings_test

import (
	"bytes"
	"errors"
	"os/exec"
	"testing"

	"parlando/app/changes"
	"parlando/app/owner"
	"parlando/app/recordings"
	"parlando/media/microphone"
	"parlando/media/microphone/capture"
	"parlando/media/microphone/microphonetest"
	"parlando/media/soundserver"
)

// real is a library with the microphone of a sound server.
type real struct {
	*recordings.Recordings
	marks *changes.Marks
	mouth *soundserver.Microphone
}

func newReal(t testing.TB) *real {
	t.Helper()
	s := soundserver.ForTest(t)
	do(t, s.Start(t.Context()))
	m, err := s.ConnectMicrophone(t.Context(), "headset")
	do(t, err)
	marks := changes.New()
	return &real{recordings.Open(recordings.Options{Dir: t.TempDir(), Input: capture.ThisComputer(), CommonOptions: owner.CommonOptions{Marks: marks}}), marks, m}
}

// until waits for something that Live tells.
func (r *real) until(t testing.TB, is func(recordings.Live) bool) {
	t.Helper()
	for {
		l := r.Live()
		if is(l) {
			return
		}
		if l.Phase == recordings.Failed {
			t.Fatalf("%+v", l)
		}
		select {
		case <-r.marks.Ready():
		case <-t.Context().Done():
			t.Fatal("in vain")
		}
	}
}

func isRecording(l recordings.Live) bool { return l.Elapsed > 0 }

// sentence is one that a program speaks.
func sentence(t testing.TB, text string) []int16 {
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

// The whole way: a real sound server, the real library that hears, the disk.
func TestASentenceSpokenIntoARealMicrophoneIsOnTheDisk(t *testing.T) {
	r := newReal(t)
	id := r.Start(recordings.PurposeDictation)
	r.until(t, func(l recordings.Live) bool { return l.DigitalSilence && l.Device == "headset" })
	said := sentence(t, "The quick brown fox jumps over the lazy dog, and nobody on board had slept.")
	do(t, r.mouth.Speak(t.Context(), floats(said), microphone.Rate))
	r.Stop()
	made, err := r.Wait(t.Context(), id)
	do(t, err)
	if made.Silent || made.State != recordings.Kept {
		t.Errorf("%+v", made)
	}
	path, err := r.Path(t.Context(), id)
	do(t, err)
	at, alike := microphonetest.FindSimilar(said, samplesOf(t, path))
	t.Logf("correlation %.4f, after %d ms", alike, at*1000/microphone.Rate)
	if alike < 0.95 {
		t.Errorf("the correlation is %.3f", alike)
	}
	path, speech, err := r.TrimmedPath(t.Context(), id)
	do(t, err)
	if trimmed := samplesOf(t, path); !speech || len(trimmed) > len(said)+microphone.Rate/2 {
		t.Errorf("%d samples of %d, %v", len(trimmed), len(said), speech)
	}
	do(t, r.Close(t.Context()))
}

// From pressing the microphone to the first sample: at most 150 ms.
func BenchmarkPressed(b *testing.B) {
	r := newReal(b)
	for b.Loop() {
		id := r.Start(recordings.PurposeDictation)
		r.until(b, isRecording)
		b.StopTimer()
		r.Cancel()
		_, err := r.Wait(b.Context(), id)
		do(b, err)
		b.StartTimer()
	}
	b.StopTimer()
	do(b, r.Close(b.Context()))
}
