package audio

import "math"

// The quality of resampling: the number of zero crossings of the sinc on each side, the steepness
// of its Kaiser window (about 90 dB of stopband attenuation), and the bandwidth as a share of the
// lower Nyquist frequency.
const (
	sincCrossings = 40
	kaiserBeta    = 9
	sincBand      = 0.93
	// sincPhases is the number of phases per sample interval between which weights are interpolated
	// if the ratio has too many phases for an exact table.
	sincPhases = 512
	// sincTable is the largest number of values in a table for an exact ratio.
	sincTable = 1 << 17
)

// resampler resamples a sound in blocks with a windowed sinc. It preserves time and length exactly;
// the available libraries delay the sound by an undocumented and sometimes fractional number of
// samples, and change its length.
type resampler struct {
	// The next output sample lies at input position at + part/parts; the position advances by
	// step/parts.
	at, part, step, parts int

	half    int         // input samples per channel on each side of the window
	weights [][]float32 // one row per phase, including phase 0 of the next sample
	frames  [][]float32 // buffered input of each channel
	got     int64       // samples per channel received
	had     int64       // samples per channel returned
	out     []float32
}

func newResampler(in, out, channels int) *resampler {
	d := gcd(in, out)
	r := &resampler{step: in / d, parts: out / d}
	band := min(1, float64(out)/float64(in))
	r.half = int(math.Ceil(sincCrossings / band))
	phases := r.parts
	if phases*r.half*2 > sincTable {
		phases = max(8, int(sincPhases*band))
	}
	r.weights = sincWeights(phases, r.half, band*sincBand)
	r.at = r.half - 1
	for range channels {
		r.frames = append(r.frames, make([]float32, r.at))
	}
	return r
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// sincWeights returns the filter weights for phases+1 equidistant positions from one sample to the
// next, both included.
func sincWeights(phases, half int, band float64) [][]float32 {
	all := make([][]float32, phases+1)
	for p := range all {
		exact := make([]float64, 2*half)
		var sum float64
		for i := range exact {
			x := float64(i-half+1) - float64(p)/float64(phases)
			exact[i] = sinc(band*x) * kaiser(x/float64(half))
			sum += exact[i]
		}
		all[p] = make([]float32, len(exact))
		for i, v := range exact {
			all[p][i] = float32(v / sum)
		}
	}
	return all
}

func sinc(x float64) float64 {
	if x == 0 {
		return 1
	}
	return math.Sin(math.Pi*x) / (math.Pi * x)
}

// kaiser returns the Kaiser window at x, between -1 and 1.
func kaiser(x float64) float64 {
	if x <= -1 || x >= 1 {
		return 0
	}
	return bessel(kaiserBeta*math.Sqrt(1-x*x)) / bessel(kaiserBeta)
}

// bessel returns the modified Bessel function of the first kind and order zero.
func bessel(x float64) float64 {
	sum, term := 1.0, 1.0
	for k := 1.0; term > sum*1e-9; k++ {
		term *= (x / (2 * k)) * (x / (2 * k))
		sum += term
	}
	return sum
}

// process consumes interleaved input samples and returns the completed output samples, valid until
// the next call.
func (r *resampler) process(frames []float32) []float32 {
	r.got += int64(len(frames) / len(r.frames))
	return r.run(frames)
}

// flush returns the remaining samples, as if silence followed the sound.
func (r *resampler) flush() []float32 {
	out := r.run(make([]float32, (r.half+1)*len(r.frames)))
	end := (r.got*int64(r.parts) + int64(r.step) - 1) / int64(r.step)
	more := max(0, r.had-end) * int64(len(r.frames))
	return out[:max(0, len(out)-int(more))]
}

func (r *resampler) run(frames []float32) []float32 {
	channels := len(r.frames)
	for i, v := range frames {
		r.frames[i%channels] = append(r.frames[i%channels], v)
	}
	r.out = r.out[:0]
	for ; r.at+r.half < len(r.frames[0]); r.had++ {
		place := r.part * (len(r.weights) - 1)
		weights, further := place/r.parts, float32(place%r.parts)/float32(r.parts)
		first, last := r.at-r.half+1, r.at+r.half+1
		for _, c := range r.frames {
			v := dot(c[first:last], r.weights[weights])
			if further > 0 {
				v += further * (dot(c[first:last], r.weights[weights+1]) - v)
			}
			r.out = append(r.out, v)
		}
		r.part += r.step
		r.at += r.part / r.parts
		r.part %= r.parts
	}
	// Drop the samples that are no longer needed.
	behind := max(0, min(r.at-r.half+1, len(r.frames[0])))
	for i, c := range r.frames {
		r.frames[i] = append(c[:0], c[behind:]...)
	}
	r.at -= behind
	return r.out
}

// dot returns the dot product. It uses four independent sums that the processor can add in
// parallel.
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}
