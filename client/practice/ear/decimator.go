package ear

import "math"

// analysisRate is the least rate sound is compared at, in Hz. Speech has what is needed below half of it.
const analysisRate = 7000

// decimator lowers the sample rate by a whole factor, so that any rate ends between analysisRate and twice that.
type decimator struct {
	factor int
	taps   []float64 // a low-pass filter below half the new rate
	held   []float64 // samples that later outputs still need
	skip   int       // how many of the held samples the next output lies ahead
}

func newDecimator(rate int) *decimator {
	factor := max(rate/analysisRate, 1)
	d := &decimator{factor: factor}
	if factor == 1 {
		return d
	}
	// A windowed sinc. Its delay, half its length, is taken back by starting with that many zeros less.
	half := 10 * factor
	cut := 0.45 / float64(factor) // of the old rate
	sum := 0.0
	for i := -half; i <= half; i++ {
		x := 2 * cut
		if i != 0 {
			x = math.Sin(2*math.Pi*cut*float64(i)) / (math.Pi * float64(i))
		}
		x *= 0.54 + 0.46*math.Cos(math.Pi*float64(i)/float64(half+1))
		d.taps = append(d.taps, x)
		sum += x
	}
	for i := range d.taps {
		d.taps[i] /= sum
	}
	d.held = make([]float64, half)
	return d
}

// add appends to out what the samples make.
func (d *decimator) add(out []float64, samples []float64) []float64 {
	if d.factor == 1 {
		return append(out, samples...)
	}
	d.held = append(d.held, samples...)
	at, held, taps := d.skip, d.held, d.taps
	for ; at+len(taps) <= len(held); at += d.factor {
		sum := 0.0
		for i, x := range held[at : at+len(taps)] {
			sum += x * taps[i]
		}
		out = append(out, sum)
	}
	keep := min(at, len(held))
	d.skip = at - keep
	d.held = append(d.held[:0], d.held[keep:]...)
	return out
}

// end appends what the last samples make.
func (d *decimator) end(out []float64) []float64 {
	return d.add(out, make([]float64, len(d.taps)/2))
}
