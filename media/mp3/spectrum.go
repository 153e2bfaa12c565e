package mp3

import (
	"math"
	"sync"
)

// spectrum has the coefficients of one granule of one channel.
type spectrum struct {
	values [granule]float32
	count  int // the values from this index on are 0
}

// clear sets all coefficients to 0.
func (s *spectrum) clear() {
	clear(s.values[:s.count])
	s.count = 0
}

// magnitudes lists the coefficient of each quantized value before gain. Values are at most 15 plus
// a number of 13 bits.
var magnitudes = sync.OnceValue(func() *[15 + 1<<13]float32 {
	var all [15 + 1<<13]float32
	for i := range all {
		all[i] = float32(math.Pow(float64(i), 4./3))
	}
	return &all
})

const (
	// unity is the gain, in quarters of a doubling, at which coefficients are as loud as samples.
	unity = 210
	// leastGain and mostGain bound the gain of a granule, relative to unity.
	leastGain, mostGain = -unity - 8*7 - 4*(31+3), 255 - unity
)

// factorsOfGains lists the factor of each gain, beginning with leastGain.
var factorsOfGains = sync.OnceValue(func() *[mostGain - leastGain + 1]float32 {
	var all [mostGain - leastGain + 1]float32
	for i := range all {
		all[i] = float32(math.Exp2(float64(i+leastGain) / 4))
	}
	return &all
})

// pretab is added to the scale factors of the highest long bands of a granule with emphasis.
var pretab = [longBands]int{11: 1, 1, 1, 1, 2, 2, 3, 3, 3, 2, 0}

// rawSpectrum has the coefficients without their gains: quantized values to the power of 4/3. The
// last quadruple may extend past the end of the granule.
type rawSpectrum [granule + 3]float32

// read reads the Huffman codes of a granule that ends at bit end and returns the number of
// coefficients; all further coefficients are 0. It reports false if the pairs do not fit.
func (q *rawSpectrum) read(b *bits, p *granuleInfo, end int) (count int, ok bool) {
	all, magnitudes := tables(), magnitudes()
	at := 0
	for region, stop := range [3]int{min(p.regions[0], 2*p.pairs), min(p.regions[1], 2*p.pairs), 2 * p.pairs} {
		t := &all[p.tables[region]]
		if t.lookup == nil && at < stop {
			clear(q[at:stop])
			at = stop
		}
		for ; at < stop; at += 2 {
			next := b.peek()
			pair, used := t.next(next)
			next <<= used
			for i, v := range [2]uint32{pair >> 4, pair & 15} {
				if v == 15 && t.escape > 0 {
					v += uint32(next >> (64 - t.escape))
					next <<= t.escape
					used += t.escape
				}
				signed := math.Float32bits(magnitudes[v])
				if v > 0 {
					signed |= uint32(next>>63) << 31
					next <<= 1
					used++
				}
				q[at+i] = math.Float32frombits(signed)
			}
			if b.at += used; b.at > end {
				return at, false
			}
		}
	}
	quads := &all[p.quads]
	for at < granule && b.at < end {
		next := b.peek()
		quad, used := quads.next(next)
		next <<= used
		for i := range 4 {
			q[at+i] = 0
			if quad&(8>>i) > 0 {
				q[at+i] = 1 - 2*float32(next>>63)
				next <<= 1
				used++
			}
		}
		if b.at += used; b.at > end {
			break // past the end: the bits were stuffing, not coefficients
		}
		at += 4
	}
	return min(at, granule), true
}

// scale sets the coefficients from the first count coefficients of q, which are sorted by band, and
// within short bands by window.
func (s *spectrum) scale(q *rawSpectrum, count int, p *granuleInfo, f *factors, l *layout) {
	gains := factorsOfGains()
	base := p.gain - unity - leastGain
	band, at := 0, 0
	for ; band < p.longs && at < count; band++ {
		factor := int(f.values[band])
		if p.emphasis {
			factor += pretab[band]
		}
		g := gains[base-p.scale*factor]
		for to := min(l.long[band+1], count); at < to; at++ {
			s.values[at] = q[at] * g
		}
	}
	s.count = at
	if p.block != short {
		return
	}
	clear(q[count:]) // because the loop reads the last band to its end
	for i := p.shorts; i < shortBands && at < count; i++ {
		for w := range 3 {
			g := gains[base-8*p.subgain[w]-p.scale*int(f.values[band])]
			band++
			for k := l.short[i]; k < l.short[i+1]; k++ {
				s.values[3*k+w] = q[at] * g
				at++
			}
		}
		s.count = at
	}
}
