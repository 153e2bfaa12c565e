package audio

import (
	"errors"
	"io"
	"math"
	"testing"
)

// readAll reads all samples of d in pieces of an awkward length.
func readAll(t *testing.T, d Decoder) []float32 {
	t.Helper()
	all, err := drain(d)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func drain(d Decoder) ([]float32, error) {
	var all []float32
	buf := make([]float32, 997*d.Channels())
	for {
		n, err := d.Read(buf)
		all = append(all, buf[:n]...)
		switch {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return all, err
		case n == 0:
			return all, errors.New("Read gave nothing and no error")
		}
	}
}

// sine is a sound of one tone, in each channel a different one.
func sine(rate, channels int, hertz, seconds float64) []float32 {
	frames := int(float64(rate) * seconds)
	all := make([]float32, 0, frames*channels)
	for i := range frames {
		for c := range channels {
			tone := hertz * float64(c+1)
			all = append(all, float32(0.5*math.Sin(2*math.Pi*tone*float64(i)/float64(rate))))
		}
	}
	return all
}

// values is a Decoder of samples in memory.
type values struct {
	rate, channels int
	samples        []float32
}

func (v *values) Rate() int     { return v.rate }
func (v *values) Channels() int { return v.channels }

func (v *values) Read(samples []float32) (int, error) {
	if len(v.samples) == 0 {
		return 0, io.EOF
	}
	n := copy(samples[:len(samples)/v.channels*v.channels], v.samples)
	v.samples = v.samples[n:]
	return n, nil
}

// snr is the distance of the difference between two sounds below the first one, in decibels.
func snr(want, got []float32) float64 {
	var power, noise float64
	for i := range min(len(want), len(got)) {
		d := float64(want[i]) - float64(got[i])
		power += float64(want[i]) * float64(want[i])
		noise += d * d
	}
	return 10 * math.Log10(power/max(noise, 1e-20))
}

// match is the best correlation of got with want when got comes least to most frames late, and how
// late it is.
func match(want, got []float32, least, most int) (correlation float64, late int) {
	found := 0.0
	for l := least; l <= most; l++ {
		// A part finds the offset, the whole the similarity.
		if c := correlate(want, got, l, 7); c > found {
			found, late = c, l
		}
	}
	return correlate(want, got, late, 1), late
}

func correlate(want, got []float32, late, step int) float64 {
	var ab, aa, bb float64
	for i := max(0, -late); i < len(want) && i+late < len(got); i += step {
		a, b := float64(want[i]), float64(got[i+late])
		ab, aa, bb = ab+a*b, aa+a*a, bb+b*b
	}
	return ab / math.Sqrt(aa*bb+1e-30)
}

// channel picks one channel of frames.
func channel(frames []float32, c, channels int) []float32 {
	var one []float32
	for i := c; i < len(frames); i += channels {
		one = append(one, frames[i])
	}
	return one
}
