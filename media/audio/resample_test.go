package audio

import (
	"fmt"
	"io"
	"testing"
)

func TestResampleKeepsSoundLengthAndTime(t *testing.T) {
	for _, rates := range [][]int{{22050, 24000, 48000}, {24000, 48000}, {44100, 48000}, {48000, 24000}, {16000, 24000}, {44100, 16000}, {8000, 48000}, {96000, 24000}, {44101, 48000}, {48000, 47999}} {
		for channels := 1; channels <= 2; channels++ {
			t.Run(fmt.Sprint(rates, channels), func(t *testing.T) {
				first, last := rates[0], rates[len(rates)-1]
				var d Decoder = &values{rate: first, channels: channels, samples: sine(first, channels, 1000, 1)}
				for _, rate := range rates[1:] {
					d = Resample(d, rate)
				}
				if d.Rate() != last || d.Channels() != channels {
					t.Fatalf("it is %d Hz in %d channels", d.Rate(), d.Channels())
				}
				got, want := readAll(t, d), sine(last, channels, 1000, 1)
				if len(got) != len(want) {
					t.Errorf("%d samples became %d", len(want), len(got))
				}
				// A tone that begins at once rings at its edges.
				edge := last / 20 * channels
				level := snr(want[edge:len(want)-edge], got[edge:len(got)-edge])
				t.Logf("SNR %.1f dB", level)
				if level < 60 {
					t.Errorf("the tone is %.1f dB above the noise", level)
				}
			})
		}
	}
}

func TestResampleTakesOutWhatTheNewRateCannotHold(t *testing.T) {
	got := readAll(t, Resample(&values{rate: 48000, channels: 1, samples: sine(48000, 1, 15000, 1)}, 24000))
	for i, v := range got[1200 : len(got)-1200] {
		if v > 0.001 || v < -0.001 {
			t.Fatalf("15 kHz is heard as %v at %d", v, i)
		}
	}
}

func TestMonoMixesChannels(t *testing.T) {
	got := readAll(t, Mono(&values{rate: 8000, channels: 2, samples: []float32{0.5, 0.25, -1, 1}}))
	if len(got) != 2 || got[0] != 0.375 || got[1] != 0 {
		t.Errorf("mixed to %v", got)
	}
}

func TestAMonoSoundIsResampledOnceForAllChannels(t *testing.T) {
	tone := func() Decoder { return &values{rate: 24000, channels: 1, samples: sine(24000, 1, 440, 1)} }
	d := Convert(tone(), 48000, 2)
	if channels := len(d.(*adaptedDecoder).adapter.resampler.frames); channels != 1 {
		t.Errorf("%d channels are resampled", channels)
	}
	one, both := readAll(t, Resample(tone(), 48000)), readAll(t, d)
	if len(both) != 2*len(one) {
		t.Fatalf("%d samples, %d in each of two channels", len(one), len(both))
	}
	for i, v := range one {
		if both[2*i] != v || both[2*i+1] != v {
			t.Fatalf("sample %d is %v, in both channels %v", i, v, both[2*i:2*i+2])
		}
	}
}

func TestSamplesThatComeWithTheEndAreAdaptedToo(t *testing.T) {
	for _, rate := range []int{24000, 48000} {
		tone := &values{rate: 24000, channels: 2, samples: sine(24000, 2, 440, 0.1)}
		want := len(readAll(t, Convert(&values{rate: 24000, channels: 2, samples: tone.samples}, rate, 1)))
		if got := len(readAll(t, Convert(&endsWithSamples{tone}, rate, 1))); got != want {
			t.Errorf("at %d Hz %d samples of %d are left", rate, got, want)
		}
	}
}

// endsWithSamples gives the end together with the last samples.
type endsWithSamples struct{ *values }

func (e *endsWithSamples) Read(samples []float32) (int, error) {
	n, err := e.values.Read(samples)
	if len(e.samples) == 0 {
		err = io.EOF
	}
	return n, err
}
