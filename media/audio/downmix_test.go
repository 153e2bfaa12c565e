package audio

import (
	"bytes"
	"math"
	"path/filepath"
	"testing"
)

// Sound of 5.1 channels, one tone in each, is mixed alike in every format, as ITU-R BS.775 says:
// center and back 3 dB lower, no low frequencies.
func TestSurroundSoundIsMixedAlikeInEveryFormat(t *testing.T) {
	t.Parallel()
	const third = math.Sqrt2 / 2 // 3 dB lower
	const sum = 1 + 2*third      // so that nothing overflows
	for name, least := range map[string]float64{
		"tones.wav": 0.001, "tones.caf": 0.001, "tones.mov": 0.001, "tones.mkv": 0.001, "tones.flac": 0.001, "tones.aiff": 0.001,
		"tones.ogg": 0.02, "tones.m4a": 0.02, "tones.opus": 0.05,
	} {
		d, err := NewDecoder(bytes.NewReader(fixture(t, filepath.Join("51", name))))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		rate := d.Rate()
		all := readAll(t, d)
		if d.Channels() != 2 {
			t.Errorf("%s: %d channels", name, d.Channels())
			continue
		}
		const block = 0.05 // seconds, in which all tones are whole
		frames := int(block * float64(rate))
		from := (len(all)/2 - frames) / 2 // in the middle
		for hz, want := range map[float64][2]float64{
			500: {1, 0}, 1000: {0, 1}, 1500: {third, third}, 100: {0, 0}, 2000: {third, 0}, 2500: {0, third},
		} {
			for c := range 2 {
				if got := toneAt(all[2*from+c:][:2*frames-1], hz/float64(rate)) / 0.3 * sum; math.Abs(got-want[c]) > least {
					t.Errorf("%s: %g Hz is %.3f in channel %d, not %.3f", name, hz, got, c, want[c])
				}
			}
		}
	}
}

// toneAt is the amplitude of a tone in every second sample. hz is in cycles per pair of samples.
func toneAt(samples []float32, hz float64) float64 {
	var re, im float64
	n := 0
	for i := 0; i < len(samples); i += 2 {
		sin, cos := math.Sincos(2 * math.Pi * hz * float64(n))
		re, im = re+cos*float64(samples[i]), im+sin*float64(samples[i])
		n++
	}
	return 2 * math.Hypot(re, im) / float64(n)
}

// Channels that have no places, such as those of several microphones, are all heard alike.
func TestChannelsWithoutPlacesAreAllHeard(t *testing.T) {
	t.Parallel()
	samples := make([]byte, 2*4*100)
	for i := 6; i < len(samples); i += 8 { // in the last one
		samples[i+1] = 0x40
	}
	d, err := NewDecoder(bytes.NewReader(wavParts{coding: 1, channels: 4, bits: 16, rate: 8000, data: uint32(len(samples)), samples: samples}.bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if got := readAll(t, Mono(d)); len(got) != 100 || got[50] != 0.125 {
		t.Errorf("%d samples, %v", len(got), got[50])
	}
}
