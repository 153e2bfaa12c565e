package microphonetest

import "math"

// Find gives the place in a recording where it is most like a sound, as the index of a sample, and
// how much that is: 1 for the same at any loudness, about 0 for sounds that have nothing in common.
// It is 0 at 0 where the recording is the shorter one.
func Find(sound, in []int16) (at int, alike float64) {
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

// correlation compares each step-th sample.
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
