package mp3

import (
	"math"
	"sync"
)

const (
	// subbands is the number of bands into which a sound is split.
	subbands = 32
	// slots is the number of samples per subband, and of levels, in a granule.
	slots = granule / subbands
)

// transform has the cosines and windows of the inverse MDCT of a subband. A short block is a third
// as long.
type transform struct {
	long    [slots][slots]float32 // by coefficient and sample
	short   [slots / 3][slots / 3]float32
	windows [4][2 * slots]float32 // by block
}

var transforms = sync.OnceValue(func() *transform {
	var t transform
	for k := range slots {
		for n := range slots {
			t.long[k][n] = cosine(k, n, slots)
		}
	}
	for k := range slots / 3 {
		for n := range slots / 3 {
			t.short[k][n] = cosine(k, n, slots/3)
		}
	}
	const third = slots / 3
	rise := func(i, length int) float32 {
		return float32(math.Sin(math.Pi / 2 * (float64(i) + 0.5) / float64(length)))
	}
	// slope is half of a long window, and edge the half next to short blocks.
	var slope, edge [slots]float32
	for i := range slots {
		slope[i] = rise(i, slots)
		switch {
		case i >= 2*third:
			edge[i] = 1
		case i >= third:
			edge[i] = rise(i-third, third)
		}
	}
	for i := range slots {
		end := 2*slots - 1 - i
		t.windows[long][i], t.windows[long][end] = slope[i], slope[i]
		t.windows[start][i], t.windows[start][end] = slope[i], edge[i]
		t.windows[stop][i], t.windows[stop][end] = edge[i], slope[i]
	}
	for i := range third {
		t.windows[short][i], t.windows[short][2*third-1-i] = rise(i, third), rise(i, third)
	}
	return &t
})

func cosine(k, n, length int) float32 {
	return float32(math.Cos(math.Pi / float64(4*length) * float64((2*k+1)*(2*n+1))))
}

// invert transforms the coefficients of a subband into samples, whose second half overlaps the
// samples of the next granule.
func (t *transform) invert(values *[slots]float32, b block) (samples [2 * slots]float32) {
	if b == short {
		for w := range 3 {
			var sums [slots / 3]float32
			for k := range sums {
				for n := range sums {
					sums[n] += values[3*k+w] * t.short[k][n]
				}
			}
			unfold(sums[:], t.windows[short][:], samples[(w+1)*slots/3:])
		}
		return samples
	}
	var sums [slots]float32
	for k, v := range values {
		if v == 0 { // most values are zero
			continue
		}
		cosines := &t.long[k]
		for n := range sums {
			sums[n] += v * cosines[n]
		}
	}
	unfold(sums[:], t.windows[b][:], samples[:])
	return samples
}

// unfold adds sums, expanded to twice as many values and multiplied by window, to samples.
func unfold(sums, window, samples []float32) {
	half := len(sums) / 2
	window, samples = window[:4*half], samples[:4*half]
	for n := range half {
		samples[n] += window[n] * sums[half+n]
		samples[half+n] -= window[half+n] * sums[2*half-1-n]
		samples[2*half+n] -= window[2*half+n] * sums[half-1-n]
		samples[3*half+n] -= window[3*half+n] * sums[n]
	}
}

// overlaps has the second half of the samples of each subband, to which the next granule is added.
type overlaps struct {
	halves [subbands][slots]float32
	wide   int // number of subbands that are not silent
}

// invert transforms the coefficients of the next granule into samples of its subbands, and returns
// the number of subbands that it set; all further subbands are silent.
func (o *overlaps) invert(s *spectrum, p *granuleInfo, l *layout, into *[subbands][slots]float32) int {
	t := transforms()
	wide := (s.count + slots - 1) / slots
	all := max(wide, o.wide)
	for i := range all {
		var samples [2 * slots]float32
		if i < wide {
			b := p.block
			if b == short && p.hasLong(i, l) {
				b = long
			}
			samples = t.invert((*[slots]float32)(s.values[i*slots:]), b)
		}
		for n, half := range o.halves[i] {
			into[i][n] = samples[n] + half
		}
		copy(o.halves[i][:], samples[slots:])
	}
	o.wide = wide
	return all
}
