package audio

import "math"

// downmix mixes several channels into two.
type downmix struct {
	left, right []float32 // weight of each input channel
	mixed       []float32
}

// The channel positions.
const (
	mixLeft     = 'l'
	mixRight    = 'r'
	mixCenter   = 'c'
	mixSideward = 'L' // left, side or back
	mixBackward = 'R' // right, side or back
	mixBehind   = 'b' // back center
	mixNone     = '-' // low frequencies, left out: small speakers can't reproduce them
)

// newDownmix mixes channels at the given positions, one letter each. Center, side and back channels
// are attenuated by 3 dB, and all weights are scaled so that the mix cannot overflow.
func newDownmix(places string) *downmix {
	d := &downmix{left: make([]float32, len(places)), right: make([]float32, len(places))}
	const less = math.Sqrt2 / 2
	for i, place := range places {
		switch place {
		case mixLeft:
			d.left[i] = 1
		case mixRight:
			d.right[i] = 1
		case mixCenter:
			d.left[i], d.right[i] = less, less
		case mixSideward:
			d.left[i] = less
		case mixBackward:
			d.right[i] = less
		case mixBehind:
			d.left[i], d.right[i] = less*less, less*less
		}
	}
	sum := float32(0)
	for _, v := range d.left {
		sum += v
	}
	for i := range d.left {
		d.left[i] /= sum
		d.right[i] /= sum
	}
	return d
}

// start begins a mix of the given number of samples per channel.
func (d *downmix) start(frames int) {
	if cap(d.mixed) < 2*frames {
		d.mixed = make([]float32, 2*frames)
	}
	d.mixed = d.mixed[:2*frames]
	clear(d.mixed)
}

// add mixes in channels, the first of which is number from.
func (d *downmix) add(samples []float32, from, channels int) {
	for i, v := range samples {
		c, at := from+i%channels, i/channels*2
		if at+1 >= len(d.mixed) {
			return
		}
		d.mixed[at] += d.left[c] * v
		d.mixed[at+1] += d.right[c] * v
	}
}
