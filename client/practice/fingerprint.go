package practice

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"time"
)

const (
	// hop is the time of one frame of a fingerprint.
	hop = 10 * time.Millisecond
	// bands is the number of frequency bands that are compared: one more than a frame has bits.
	bands = 9
	// lowestBand and highestBand are the middles of the outermost ones, in Hz: bad microphones let
	// them through, and sound of any rate has them.
	lowestBand, highestBand = 250.0, 1800.0
	// bandWidth is the width of a band in Hz.
	bandWidth = 120.0
	// smoothing is the weight of a new frame in the power of a band.
	smoothing = 0.2
	// lag is the distance, in frames, of the two frames that a frame's bits compare.
	lag = 6
	// powerFloor is the part of the loudest band that is added to all: below it is noise.
	powerFloor = 1e-2
	// minRate and maxRate are the sample rates that are understood, in Hz.
	minRate, maxRate = 4000, 768000
	// hush is the level in dB under which nothing counts as sound.
	hush = -60
)

// fingerprint identifies sound by the change of its loudness over time.
type fingerprint struct {
	// changes has a bit for each pair of neighboring bands of each frame: whether the lower one
	// gained on the higher. Volume and filters hardly change it.
	changes []byte
	// loud is 0xFF for the frames in which more than the background is heard, else 0.
	loud []byte
	// levels are in dB, 0 at full scale.
	levels []int8
}

// listener makes a fingerprint of samples.
type listener struct {
	print  fingerprint
	rate   int
	heard  int     // samples
	begun  int     // the first of them in the frame that is not whole
	energy float64 // of that frame

	poles, resonators [bands]complex128
	sums              [bands]float64          // the power of that frame by bands
	past              [lag + 1][bands]float64 // the power of the newest frames, smoothed
}

func newListener(rate int) *listener {
	l := &listener{rate: rate}
	for i := range l.poles {
		hz := lowestBand * math.Pow(highestBand/lowestBand, float64(i)/(bands-1))
		turn := 2 * math.Pi / float64(rate)
		fall := math.Exp(-turn * bandWidth / 2)
		l.poles[i] = complex(fall*math.Cos(turn*hz), fall*math.Sin(turn*hz))
	}
	return l
}

// write takes the next samples of one channel, between -1 and 1.
func (l *listener) write(samples []float32) {
	for _, x := range samples {
		for i, pole := range l.poles {
			z := l.resonators[i]*pole + complex(float64(x), 0)
			l.resonators[i] = z
			l.sums[i] += real(z)*real(z) + imag(z)*imag(z)
		}
		l.energy += float64(x) * float64(x)
		if l.heard++; l.heard >= (len(l.print.levels)+1)*l.rate/100 {
			l.endFrame()
		}
	}
}

func (l *listener) endFrame() {
	n := len(l.print.levels)
	before, last, now := &l.past[(n+1)%(lag+1)], &l.past[(n+lag)%(lag+1)], &l.past[n%(lag+1)]
	for i, sum := range l.sums {
		now[i] = last[i] + smoothing*(sum/float64(l.heard-l.begun)-last[i])
	}
	floor := powerFloor*max(slices.Max(now[:]), slices.Max(before[:])) + math.SmallestNonzeroFloat64
	var changes byte
	lower := 0.0
	for i := range bands {
		gain := math.Log((now[i] + floor) / (before[i] + floor))
		if i > 0 && lower > gain {
			changes |= 1 << (i - 1)
		}
		lower = gain
	}
	level := 10 * math.Log10(l.energy/float64(l.heard-l.begun))
	l.print.changes = append(l.print.changes, changes)
	l.print.levels = append(l.print.levels, int8(max(min(math.Round(level), 0), math.MinInt8)))
	l.begun, l.energy, l.sums = l.heard, 0, [bands]float64{}
}

// duration is the length of the sound so far.
func (l *listener) duration() time.Duration {
	return time.Duration(float64(l.heard) / float64(l.rate) * float64(time.Second))
}

// finish gives the fingerprint of all that was written.
func (l *listener) finish() fingerprint {
	if l.heard > l.begun {
		l.endFrame()
	}
	f := l.print
	threshold := f.threshold()
	f.loud = make([]byte, len(f.levels))
	for i, level := range f.levels {
		if level > threshold {
			f.loud[i] = 0xFF
		}
	}
	return f
}

// threshold is the level above which a recording has sound and no pause. It depends on how loud its
// background and its loudest parts are.
func (f fingerprint) threshold() int8 {
	// Sound begins above dB over the background, and ends below dB under the loudest level. A
	// background whose most silent tenth lies within steady dB is a hiss or hum.
	const above, below, steady = 10, 25, 3
	if len(f.levels) == 0 {
		return hush
	}
	levels := slices.Sorted(slices.Values(f.levels))
	faintest, background, loudest := int(levels[len(levels)/100]), int(levels[len(levels)/10]), int(levels[len(levels)*49/50])
	least := loudest - below
	if background-faintest <= steady {
		least = (background + loudest) / 2
	}
	if loudest-background < above {
		return hush // The same loudness throughout: all of it is sound, or none.
	}
	return int8(max(min(background+above, least), hush))
}

// differing compares n frames of f from i on with those of g from j on: of how many bits how many
// differ. Bits count where both are loud. Frames that do not fill a word of 64 bits are left out.
func (f fingerprint) differing(i int, g fingerprint, j, n int) (differ, of int) {
	for ; n >= 8; i, j, n = i+8, j+8, n-8 {
		both := binary.LittleEndian.Uint64(f.loud[i:]) & binary.LittleEndian.Uint64(g.loud[j:])
		of += bits.OnesCount64(both)
		differ += bits.OnesCount64(both & (binary.LittleEndian.Uint64(f.changes[i:]) ^ binary.LittleEndian.Uint64(g.changes[j:])))
	}
	return differ, of
}

// span is a part of a recording.
type span struct{ start, end time.Duration }

// islands are the parts in which something sounds, between pauses.
func (f fingerprint) islands() []span {
	// blip is the longest sound that is too short to count.
	const blip = 60 * time.Millisecond
	var all []span
	for i, loud := range f.loud {
		at := time.Duration(i) * hop
		switch n := len(all) - 1; {
		case loud == 0:
		case n >= 0 && at-all[n].end < pause:
			all[n].end = at + hop
		default:
			all = append(all, span{at, at + hop})
		}
	}
	return slices.DeleteFunc(all, func(s span) bool { return s.end-s.start < blip })
}
