package voice

import (
	"math"
	"slices"
	"testing"
)

// tone is a sound of one pitch in Hz.
func tone(hz, seconds float64) []float32 {
	sound := make([]float32, int(seconds*Rate))
	for i := range sound {
		sound[i] = float32(0.5 * math.Sin(2*math.Pi*hz*float64(i)/Rate))
	}
	return sound
}

func TestTempoChangesTheLengthAndNotThePitch(t *testing.T) {
	for _, speed := range []float64{0.25, 0.5, 0.8, 1, 1.3, 2, 4} {
		in := tone(180, 1)
		out, err := tempo(in, speed)
		if err != nil {
			t.Fatal(err)
		}
		if want := int(float64(len(in)) / speed); len(out) != want {
			t.Errorf("at %v: %d samples instead of %d", speed, len(out), want)
		}
		if hz := pitchOf(out); math.Abs(hz-180) > 4 {
			t.Errorf("at %v: %.1f Hz instead of 180", speed, hz)
		}
		if level := levelOf(out) / levelOf(in); level < 0.9 || level > 1.05 {
			t.Errorf("at %v it is %.2f times as loud", speed, level)
		}
	}
	for _, length := range []int{0, 1, 288, 576, 577} {
		if out, err := tempo(make([]float32, length), 0.5); err != nil || len(out) != 2*length {
			t.Errorf("%d samples became %d: %v", length, len(out), err)
		}
	}
}

func levelOf(sound []float32) float64 {
	sum := 0.0
	for _, v := range sound {
		sum += float64(v) * float64(v)
	}
	return math.Sqrt(sum / float64(max(len(sound), 1)))
}

// pitchOf is the middle of the pitches of a sound in Hz, found where it is most like itself a
// little later.
func pitchOf(sound []float32) float64 {
	const step = 4
	low := make([]float64, len(sound)/step)
	for i := range low {
		for j := range step {
			low[i] += float64(sound[i*step+j]) / step
		}
	}
	var found []float64
	const rate, window = Rate / step, 240
	for from := 0; from+2*window < len(low); from += window / 2 {
		fits := make([]float64, rate/50)
		for lag := rate / 400; lag < len(fits); lag++ {
			var sum, a, b float64
			for i := from; i < from+window; i++ {
				sum += low[i] * low[i+lag]
				a += low[i] * low[i]
				b += low[i+lag] * low[i+lag]
			}
			if a > 0.01 {
				fits[lag] = sum / math.Sqrt(a*b+1e-9)
			}
		}
		// A sound is like itself after two periods, too: the first good fit counts.
		best, enough := 0, max(0.6, 0.85*slices.Max(fits))
		for lag := rate / 400; lag+1 < len(fits) && best == 0; lag++ {
			if fits[lag] >= enough && fits[lag] >= fits[lag+1] {
				best = lag
			}
		}
		if best > 0 {
			found = append(found, float64(rate)/float64(best))
		}
	}
	return median(found)
}
