package audio

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"parlando/media/container"
)

// The length and every place of a sound whose rate changes are those that are heard: nothing is
// lost where it changes, or at the end.
func TestPlacesBehindAChangeOfRateAreExact(t *testing.T) {
	t.Parallel()
	low, high := fixture(t, "speech-22050.mp3"), bytes.Repeat(fixture(t, "speech-44100-stereo.mp3"), 2)
	lowAAC, highAAC := fixture(t, "speech.aac"), aacOf(t, 44100, 2)
	for name, data := range map[string][]byte{
		"low first":         slices.Concat(low, high, low, high, fixture(t, "speech.mp3")),
		"high first":        slices.Concat(high, low, high, fixture(t, "speech.mp3"), low),
		"AAC of low first":  slices.Concat(lowAAC, highAAC, lowAAC, highAAC, aacOf(t, 32000, 1)),
		"AAC of high first": slices.Concat(highAAC, lowAAC, highAAC, aacOf(t, 48000, 1), lowAAC),
		"MP4 of low first":  changingMP4(t, 14_112_000, lowAAC, highAAC, lowAAC, highAAC, aacOf(t, 32000, 1)),
		"MP4 of high first": changingMP4(t, 14_112_000, highAAC, lowAAC, highAAC, aacOf(t, 48000, 1), lowAAC),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := Open(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			all := readAll(t, f)
			rate, channels := f.Rate(), f.Channels()
			long := container.Duration(int64(len(all)/channels), rate)
			if length, _ := f.Length(); (length - long).Abs() > time.Millisecond/10 {
				t.Errorf("%v are heard of %v", long, length)
			}
			for at := time.Duration(0); at < long; at += long / 40 {
				if err := f.Seek(at); err != nil {
					t.Fatalf("to %v: %v", at, err)
				}
				from := int(int64(at)*int64(rate)/int64(time.Second)) * channels
				want := all[from:min(len(all), from+rate/5*channels)]
				got := readN(t, f, len(want))
				best := -100.
				// a sample of one rate lies between two of the other
				for off := -1; off <= 1; off++ {
					if a := off * channels; a >= 0 && a < len(got) {
						best = max(best, snr(want[:len(want)-a], got[a:]))
					} else if a < 0 && -a < len(want) {
						best = max(best, snr(want[-a:], got))
					}
				}
				if best < 8 && slices.Max(want) > 0.02 {
					t.Errorf("what follows %v is %.0f dB from what was heard there", at, best)
				}
			}
		})
	}
}

// aacOf is the speech as frames of AAC.
func aacOf(t *testing.T, rate, channels int) []byte {
	t.Helper()
	var b bytes.Buffer
	encode(t, &b, AAC, rate, channels, speechAt(t, rate, channels))
	return b.Bytes()
}

// speechAt is the speech at a rate, the same in all channels.
func speechAt(t *testing.T, rate, channels int) []float32 {
	t.Helper()
	var all []float32
	for _, v := range readAll(t, Resample(&values{rate: 24000, channels: 1, samples: speech(t)}, rate)) {
		for range channels {
			all = append(all, v)
		}
	}
	return all
}

// readN reads so many samples, or to the end.
func readN(t *testing.T, d Decoder, n int) []float32 {
	t.Helper()
	all := make([]float32, n)
	for got := 0; got < n; {
		k, err := d.Read(all[got:])
		if err != nil {
			return all[:got]
		}
		got += k
	}
	return all
}
