package microphonetest

import "math"

// FindSimilar returns the sample index in a recording where it is most similar to a sound, and the
// correlation there: 1 for equal sounds at any volume, about 0 for unrelated ones. Both are 0 if
// the recording is shorter than the sound.
func FindSimilar(sound, in []int16) (at int, alike float64) {
	const coarse = 16
	for lag := 0; lag+len(sound) <= len(in); lag++ {
		if c := correlation(sound, in[lag:], coarse); c > alike {
			at, alike = lag, c
		}
	}
	if alike > 0 {
		alike = correlation(sound, in[at:], 1)
	}
	return at, alike
}

// correlation correlates every step-th sample.
func correlation(a, b []int16, step int) float64 {
	var both, one, other float64
	for i := 0; i < len(a); i += step {
		x, y := float64(a[i]), float64(b[i])
		both, one, other = both+x*y, one+x*x, other+y*y
	}
	if one == 0 || other == 0 {
		return 0
	}
	return both / math.Sqrt(one*other)
}
