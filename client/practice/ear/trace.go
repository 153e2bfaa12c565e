package ear

import (
	"math"
	"math/bits"
	"time"

	"parlando/client/practice/ear/fourier"
)

const (
	// hop is the time from one frame to the next.
	hop = 10 * time.Millisecond
	// window is how much sound one frame looks at, its time in the middle.
	window = 128 * time.Millisecond
	// apart is how many frames lie between the two whose difference a frame's bits tell.
	apart = 6
	// bands is how many bands of frequency are compared: one more than a frame has bits.
	bands = 33
	// lowest and highest are the edges of the bands, in Hz: what telephones and bad microphones let
	// through too.
	lowest, highest = 250.0, 3200.0
	// silent is a level at and below which a frame's bits tell nothing, in dB below full scale.
	silent = -70
	// floorPart is how much of the loudest band is added to all.
	floorPart = 1e-4
	// minRate and maxRate are the sample rates that are understood, in Hz.
	minRate, maxRate = 4000, 768000
	// nothing is the level of digital silence.
	nothing = math.MinInt8
)

// frame is what is kept of ten milliseconds of sound.
type frame struct {
	// print has one bit for each pair of neighboring bands: whether the lower one gained on the
	// higher (Haitsma and Kalker's audio fingerprint). Volume and filters hardly change it.
	print uint32
	// level is the loudness in dB, 0 at full scale; nothing for digital silence.
	level int8
}

// distance is how many bits differ: about 16 for frames that have nothing to do with each other.
func (f frame) distance(g frame) int { return bits.OnesCount32(f.print ^ g.print) }

// quiet reports whether a frame's bits tell nothing.
func (f frame) quiet() bool { return f.level <= silent }

// tells reports whether a frame can be looked up: sound that does not change has no bits set, or
// all.
func (f frame) tells() bool { return !f.quiet() && f.print != 0 && f.print != math.MaxUint32 }

// tracer makes frames from samples. Frame i is about the time i*hop.
type tracer struct {
	frames []frame

	source int // the rate of what is written, in Hz
	heard  int // how many samples were written
	meter  meter

	down   *decimator
	rate   int       // after down
	buffer []float64 // the newest samples at rate
	first  int       // the number of the first of them
	shape  []float64 // the window function
	edges  [bands + 1]int
	// how strong each band is in the newest frames, by frame number
	past [apart + 1][bands]float64
	next int // the frame whose bands come next

	fourier *fourier.Transform
	in      []float64
}

func newTracer(rate int) *tracer {
	down := newDecimator(rate)
	t := &tracer{down: down, rate: rate / down.factor, source: rate, meter: meter{rate: rate}}
	length := t.rate * int(window/time.Millisecond) / 1000
	size := 1 << bits.Len(uint(length-1))
	t.fourier, t.in = fourier.New(size), make([]float64, length)
	t.shape = make([]float64, length)
	for i := range t.shape {
		t.shape[i] = 0.5 - 0.5*math.Cos(2*math.Pi*(float64(i)+0.5)/float64(length))
	}
	// As wide as the ear hears them: the mel scale.
	low, high := math.Log1p(lowest/700), math.Log1p(highest/700)
	for i := range t.edges {
		hz := 700 * math.Expm1(low+(high-low)*float64(i)/bands)
		t.edges[i] = min(int(math.Round(hz*float64(size)/float64(t.rate))), size/2)
	}
	// The windows of the first frames begin before the sound does.
	t.first = -length
	t.buffer = make([]float64, length)
	return t
}

// write takes samples between -1 and 1, of one channel.
func (t *tracer) write(samples []float32) {
	t.heard += len(samples)
	wide := make([]float64, len(samples))
	for i, x := range samples {
		wide[i] = float64(x)
	}
	t.meter.add(wide)
	t.buffer = t.down.add(t.buffer, wide)
	t.advance()
}

// close makes the last frames.
func (t *tracer) close() []frame {
	t.meter.flush()
	t.buffer = t.down.end(t.buffer)
	// Windows reach beyond the end as they do before the beginning.
	t.buffer = append(t.buffer, make([]float64, len(t.shape)+apart*t.rate/100)...)
	t.advance()
	t.frames = t.frames[:min(len(t.frames), len(t.meter.levels))]
	for i := range t.frames {
		t.frames[i].level = t.meter.levels[i]
	}
	t.meter.levels = nil
	return t.frames
}

// duration is how long the sound is.
func (t *tracer) duration() time.Duration {
	return time.Duration(float64(t.heard) / float64(t.source) * float64(time.Second))
}

// advance makes the frames whose windows are there.
func (t *tracer) advance() {
	for {
		begin := t.next*t.rate/100 - len(t.shape)/2 - t.first
		if begin+len(t.shape) > len(t.buffer) {
			break
		}
		t.measure(t.buffer[begin:begin+len(t.shape)], &t.past[t.next%(apart+1)])
		if n := t.next - apart/2; n >= 0 {
			t.frames = append(t.frames, frame{print: t.compare()})
		}
		t.next++
	}
	used := max(t.next*t.rate/100-len(t.shape)/2-t.first, 0)
	if used > 1<<14 {
		t.buffer = append(t.buffer[:0], t.buffer[used:]...)
		t.first += used
	}
}

// measure tells how strong each band is in one window.
func (t *tracer) measure(samples []float64, strength *[bands]float64) {
	for i, x := range samples {
		t.in[i] = x * t.shape[i]
	}
	out := t.fourier.Coefficients(t.in)
	for i := range strength {
		sum := 0.0
		for _, c := range out[t.edges[i]:t.edges[i+1]] {
			sum += real(c)*real(c) + imag(c)*imag(c)
		}
		strength[i] = sum
	}
}

// compare makes the bits of the frame that lies between the newest bands and the oldest.
func (t *tracer) compare() uint32 {
	now, before := &t.past[t.next%(apart+1)], &t.past[(t.next+1)%(apart+1)]
	loudest := 0.0
	for i := range bands {
		loudest = max(loudest, now[i], before[i])
	}
	// What is far below the loudest is noise, and its bits would be too.
	floor := loudest*floorPart + math.SmallestNonzeroFloat64
	var print uint32
	last := 0.0
	for i := range bands {
		gain := math.Log((now[i] + floor) / (before[i] + floor))
		if i > 0 && last > gain {
			print |= 1 << (i - 1)
		}
		last = gain
	}
	return print
}
