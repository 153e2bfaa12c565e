package mp3

import "math"

// join turns the spectra of a joint stereo granule into left and right. p describes the right
// channel, whose scale factors are the positions in intensity stereo.
func (r *coefficients) join(p *granuleInfo, middleSide, intensity bool) {
	left, right := &r.spectra[0], &r.spectra[1]
	count := max(left.count, right.count)
	left.count, right.count = count, count
	if !intensity {
		if middleSide {
			r.rotate(0, count, 1)
		}
		return
	}
	// Bands after the last nonzero coefficient of the right channel use intensity stereo.
	var ends [3]int // by window
	for i, v := range right.values[:count] {
		if v != 0 {
			ends[i%3] = i + 1
		}
	}
	band := func(from, to, step, end, factor int) {
		switch toLeft, toRight, ok := r.pan(p, factor); {
		case from >= end && ok:
			for i := from; i < min(to, count); i += step {
				v := left.values[i]
				left.values[i], right.values[i] = v*toLeft, v*toRight
			}
		case middleSide:
			r.rotate(from, min(to, count), step)
		}
	}
	l := r.layout
	// The highest band has no position of its own and uses the position of the band below.
	for i := range p.longs {
		band(l.long[i], l.long[i+1], 1, max(ends[0], ends[1], ends[2]), min(i, longBands-2))
	}
	for i := p.shorts; i < shortBands; i++ {
		for w := range 3 {
			band(3*l.short[i]+w, 3*l.short[i+1], 3, ends[w], p.longs+3*(min(i, shortBands-2)-p.shorts)+w)
		}
	}
}

// rotate turns middle and side into left and right.
func (r *coefficients) rotate(from, to, step int) {
	left, right := &r.spectra[0].values, &r.spectra[1].values
	for i := from; i < to; i += step {
		m, s := left[i], right[i]
		left[i], right[i] = (m+s)*math.Sqrt2/2, (m-s)*math.Sqrt2/2
	}
}

// pan returns the gains of left and right in intensity stereo at the position of a scale factor. ok
// is false if the scale factor is no valid position.
func (r *coefficients) pan(p *granuleInfo, factor int) (left, right float32, ok bool) {
	position := r.factors[1].values[factor]
	if r.header.MPEG == 1 {
		const most = 6 // all on the left
		sin, cos := math.Sincos(float64(position) * math.Pi / (2 * most))
		return float32(sin / (sin + cos)), float32(cos / (sin + cos)), position <= most
	}
	quieter := float32(math.Exp2(-float64(1+p.compress&1) * float64((position+1)/2) / 4))
	ok = !r.factors[1].illegal[factor]
	if position%2 == 1 {
		return quieter, 1, ok
	}
	return 1, quieter, ok
}
