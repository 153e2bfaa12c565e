// Package fourier computes the frequencies in a short sound.
package fourier

import (
	"math"
	"math/bits"
	"math/cmplx"
)

// Transform computes the Fourier coefficients of so many samples, a power of two.
type Transform struct {
	order  []int        // the order in which the first pass takes the samples
	turns  []complex128 // the roots of unity of the upper half circle
	buffer []complex128
}

// New makes a Transform of a size, which is a power of two.
func New(size int) *Transform {
	f := &Transform{order: make([]int, size), turns: make([]complex128, size/2), buffer: make([]complex128, size)}
	for i := range f.order {
		f.order[i] = int(bits.Reverse64(uint64(i)) >> (64 - bits.Len(uint(size-1))))
	}
	for i := range f.turns {
		f.turns[i] = cmplx.Rect(1, -2*math.Pi*float64(i)/float64(size))
	}
	return f
}

// Coefficients are those of samples, which silence follows (Cooley and Tukey's method). They are
// valid until the next call.
func (f *Transform) Coefficients(samples []float64) []complex128 {
	out := f.buffer
	for i, from := range f.order {
		out[i] = 0
		if from < len(samples) {
			out[i] = complex(samples[from], 0)
		}
	}
	for half := 1; half < len(out); half *= 2 {
		stride := len(f.turns) / half
		for begin := 0; begin < len(out); begin += 2 * half {
			low, high := out[begin:begin+half], out[begin+half:begin+2*half]
			for i := range low {
				odd := high[i] * f.turns[i*stride]
				low[i], high[i] = low[i]+odd, low[i]-odd
			}
		}
	}
	return out
}
