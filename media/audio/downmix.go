package audio

import "math"

// downmix makes two channels of several.
type downmix struct {
	left, right []float32 // what each channel counts
	mixed       []float32
}

// Where a channel is heard.
const (
	mixLeft     = 'l'
	mixRight    = 'r'
	mixCenter   = 'c'
	mixSideward = 'L' // left, beside or behind
	mixBackward = 'R' // right, beside or behind
	mixBehind   = 'b' // in the middle
	mixNone     = '-' // low frequencies: small speakers can't give them
)

// newDownmix mixes channels that stand in places, of which each is one of the letters above. What
// is in both sides or behind counts 3 dB less, and all together as much as no overflow wants.
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

// start begins to mix so many frames.
func (d *downmix) start(frames int) {
	if cap(d.mixed) < 2*frames {
		d.mixed = make([]float32, 2*frames)
	}
	d.mixed = d.mixed[:2*frames]
	clear(d.mixed)
}

// add mixes channels in, of which from is the first.
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
