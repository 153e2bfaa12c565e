package mp3

import (
	"math"
	"sync"
)

// aliasWidth is the number of coefficients at each end of a subband that contain aliases of the
// neighboring subband.
const aliasWidth = 8

// butterflies are the sines and cosines of the alias reduction (ISO 11172-3, table 3-B.9).
var butterflies = sync.OnceValue(func() *[aliasWidth][2]float32 {
	var all [aliasWidth][2]float32
	for i, c := range [...]float64{-0.6, -0.535, -0.33, -0.185, -0.095, -0.041, -0.0142, -0.0037} {
		length := math.Sqrt(1 + c*c)
		all[i] = [2]float32{float32(c / length), float32(1 / length)}
	}
	return &all
})

// reduceAliases removes the aliases between neighboring subbands that have long blocks.
func (s *spectrum) reduceAliases(p *granuleInfo, l *layout) {
	all := butterflies()
	wide := (s.count + slots - 1) / slots
	for i := 1; i <= wide && i < subbands && p.hasLong(i, l); i++ {
		for k, b := range all {
			low, high := &s.values[i*slots-1-k], &s.values[i*slots+k]
			*low, *high = *low*b[1]-*high*b[0], *high*b[1]+*low*b[0]
		}
		s.count = max(s.count, i*slots+aliasWidth)
	}
}
