package ear

import "math"

// analysisRate is the least rate sound is compared at, in Hz. Speech has what is needed below half
// of it.
const analysisRate = 7000

// decimator lowers the sample rate by a whole factor, so that any rate ends between analysisRate
// and twice that. Each sample is a weighted mean of those around it, in which what is above half
// the new rate is weak.
type decimator struct {
	factor int
	taps   []float64
	held   []float64 // samples that later outputs still need
}

func newDecimator(rate int) *decimator {
	d := &decimator{factor: max(rate/analysisRate, 1)}
	half := 2*d.factor - 1
	if d.factor == 1 {
		half = 0
	}
	for i := -half; i <= half; i++ {
		d.taps = append(d.taps, (1+math.Cos(math.Pi*float64(i)/float64(half+1)))/float64(2*(half+1)))
	}
	d.held = make([]float64, half)
	return d
}

// add appends to out what the samples make.
func (d *decimator) add(out []float64, samples []float64) []float64 {
	d.held = append(d.held, samples...)
	at := 0
	for ; at+len(d.taps) <= len(d.held); at += d.factor {
		sum := 0.0
		for i, x := range d.held[at : at+len(d.taps)] {
			sum += x * d.taps[i]
		}
		out = append(out, sum)
	}
	d.held = append(d.held[:0], d.held[at:]...)
	return out
}

// end appends what the last samples make.
func (d *decimator) end(out []float64) []float64 { return d.add(out, make([]float64, len(d.taps)/2)) }
