package conformance

import (
	"math"
	"slices"
)

// timbre distinguishes two voices that say the same, by pitch, brightness and length.
type timbre struct {
	pitch, brightness, length float64 // Hz, Hz, seconds
}

// timbreOf measures 24 kHz mono samples: in each loud piece of 40 ms the delay at which the wave
// repeats, and how often it crosses zero.
func timbreOf(pcm []byte) timbre {
	const rate, piece = 24000, 960
	wave := make([]float64, len(pcm)/2)
	for i := range wave {
		wave[i] = float64(int16(uint16(pcm[2*i]) | uint16(pcm[2*i+1])<<8))
	}
	loudest := 0.0
	power := func(from int) (sum float64) {
		for _, v := range wave[from : from+piece] {
			sum += v * v
		}
		return sum
	}
	for from := 0; from+piece <= len(wave); from += piece {
		loudest = max(loudest, power(from))
	}
	var pitches, crossings []float64
	for from := 0; from+2*piece <= len(wave); from += piece {
		here := power(from)
		if here < loudest/20 {
			continue
		}
		best, delay := 0.0, 0
		for lag := rate / 400; lag <= rate/60; lag++ {
			product, there := 0.0, 0.0
			for i := from; i < from+piece; i++ {
				product += wave[i] * wave[i+lag]
				there += wave[i+lag] * wave[i+lag]
			}
			if alike := product / math.Sqrt(here*there+1); alike > best+0.02 {
				best, delay = alike, lag
			}
		}
		if best > 0.6 {
			pitches = append(pitches, rate/float64(delay))
		}
		n := 0
		for i := from; i < from+piece; i++ {
			if (wave[i] < 0) != (wave[i+1] < 0) {
				n++
			}
		}
		crossings = append(crossings, float64(n)*rate/piece/2)
	}
	return timbre{middle(pitches), middle(crossings), float64(len(wave)) / rate}
}

func middle(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// unlike reports whether anybody would hear that these are two voices: a semitone, a fifth
// brighter, or a tenth slower.
func (a timbre) unlike(b timbre) bool {
	far := func(x, y, part float64) bool { return math.Abs(x-y) > part*max(x, y) }
	return far(a.pitch, b.pitch, 0.06) || far(a.brightness, b.brightness, 0.2) || far(a.length, b.length, 0.1)
}
