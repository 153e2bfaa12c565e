package mp3

import (
	"math"
	"sync"
)

// synthesis joins the subbands of a channel into one sound (ISO 11172-3, 2.4.3.2.2).
type synthesis struct {
	vectors [16][2 * subbands]float32 // ring buffer: older vectors follow the newest
	newest  int
}

// polyphase has the tables that the synthesis of every channel uses.
type polyphase struct {
	window  [8][2 * subbands]float32
	cosines [subbands][subbands / 2]float32 // of the DCT, by output and input
}

var polyphases = sync.OnceValue(func() *polyphase {
	var t polyphase
	for i := range 8 * 2 * subbands {
		v := float32(prototype[min(i, 8*2*subbands-i)]) / 65536
		if i/(2*subbands)%2 == 1 {
			v = -v
		}
		t.window[i/(2*subbands)][i%(2*subbands)] = v
	}
	for i := range t.cosines {
		for k := range t.cosines[i] {
			t.cosines[i][k] = float32(math.Cos(float64(i*(2*k+1)) * math.Pi / (2 * subbands)))
		}
	}
	return &t
})

// join combines the samples of all subbands and writes the result to every step-th element of out.
// Only the first wide subbands are not silent.
func (y *synthesis) join(samples *[subbands][slots]float32, wide int, out []float32, step int) {
	t := polyphases()
	for n := range slots {
		var slot [subbands]float32
		for i := range wide {
			slot[i] = samples[i][n]
		}
		if n%2 == 1 { // compensates the frequency inversion of odd subbands
			for i := 1; i < wide; i += 2 {
				slot[i] = -slot[i]
			}
		}
		for i, v := range y.next(&slot, t) {
			out[(n*subbands+i)*step] = v
		}
	}
}

// next synthesizes the next samples of the sound from one sample of each subband.
func (y *synthesis) next(slot *[subbands]float32, t *polyphase) (sums [subbands]float32) {
	const half = subbands / 2
	y.newest = (y.newest + len(y.vectors) - 1) % len(y.vectors)
	x, v := t.dct(slot), &y.vectors[y.newest]
	copy(v[:half], x[half:])
	v[half] = 0
	for i := range x {
		v[3*half-i] = -x[i]
	}
	for i := range half {
		v[3*half+i] = -x[i]
	}
	for i := range t.window {
		first := y.vectors[(y.newest+2*i)%len(y.vectors)][:subbands]
		second := y.vectors[(y.newest+2*i+1)%len(y.vectors)][subbands:]
		low, high := t.window[i][:subbands], t.window[i][subbands:]
		for k := range sums {
			sums[k] += first[k]*low[k] + second[k]*high[k]
		}
	}
	return sums
}

// dct returns the discrete cosine transform of s, which it changes. Each half of the outputs needs
// only half of the inputs.
func (t *polyphase) dct(s *[subbands]float32) (x [subbands]float32) {
	for step, half := 1, subbands/2; half > 0; step, half = 2*step, half/2 {
		var differences [subbands / 2]float32
		for k := range half {
			low, high := s[k], s[2*half-1-k]
			s[k], differences[k] = low+high, low-high
		}
		for i := step; i < subbands; i += 2 * step {
			cosines := &t.cosines[i]
			for k, d := range differences[:half] {
				x[i] += d * cosines[k]
			}
		}
	}
	x[0] = s[0]
	return x
}
