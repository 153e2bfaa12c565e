package practice

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"time"
)

const (
	// hop is the duration of one frame of a fingerprint.
	hop = 10 * time.Millisecond
	// bands is the number of frequency bands. Adjacent bands are compared, so a frame has one bit
	// fewer.
	bands = 9
	// lowestBand and highestBand are the center frequencies of the outermost bands in Hz. Even poor
	// microphones and low sample rates preserve this range.
	lowestBand, highestBand = 250.0, 1800.0
	// bandWidth is the width of a band in Hz.
	bandWidth = 120.0
	// smoothing is the weight of a new frame in a band's moving average.
	smoothing = 0.2
	// lag is the distance, in frames, between the two frames whose powers are compared.
	lag = 6
	// powerFloor is the fraction of the loudest band's power that is added to every band to mask
	// noise.
	powerFloor = 1e-2
	// minRate and maxRate bound the supported sample rates in Hz.
	minRate, maxRate = 4000, 768000
	// hush is the level in dB below which sound counts as silence.
	hush = -60
)

// fingerprint identifies sound by the change of its band powers over time.
type fingerprint struct {
	// changes has one byte per frame with one bit per pair of adjacent bands, set if the power of
	// the lower band grew more than that of the higher band. Volume and filters hardly affect it.
	changes []byte
	// loud is 0xFF for frames above the background level, else 0.
	loud []byte
	// levels holds the level of each frame in dBFS.
	levels []int8
}

// listener computes a fingerprint from samples.
type listener struct {
	print  fingerprint
	rate   int
	heard  int     // samples so far
	begun  int     // the first sample of the incomplete frame
	energy float64 // energy of the incomplete frame

	poles, resonators [bands]complex128
	sums              [bands]float64          // band powers of the incomplete frame
	past              [lag + 1][bands]float64 // smoothed band powers of the newest frames
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

// write adds mono samples between -1 and 1.
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

// duration returns the length of the sound so far.
func (l *listener) duration() time.Duration {
	return time.Duration(float64(l.heard) / float64(l.rate) * float64(time.Second))
}

// finish returns the fingerprint of all samples.
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

// threshold returns the level above which a frame is sound rather than a pause. It depends on the
// levels of the background and of the loudest frames.
func (f fingerprint) threshold() int8 {
	// A frame is sound if its level exceeds the background by above dB, or the loudest level minus
	// below dB. A background whose quietest tenth lies within steady dB is a hiss or hum.
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
		return hush // Constant loudness: all of it is sound, or all is silence.
	}
	return int8(max(min(background+above, least), hush))
}

// differing compares n frames of f, from i on, with n frames of g, from j on. It returns the number
// of bits that differ and of all compared bits. Only frames that are loud in both count. The last n
// % 8 frames are ignored.
func (f fingerprint) differing(i int, g fingerprint, j, n int) (differ, of int) {
	for ; n >= 8; i, j, n = i+8, j+8, n-8 {
		both := binary.LittleEndian.Uint64(f.loud[i:]) & binary.LittleEndian.Uint64(g.loud[j:])
		of += bits.OnesCount64(both)
		differ += bits.OnesCount64(both & (binary.LittleEndian.Uint64(f.changes[i:]) ^ binary.LittleEndian.Uint64(g.changes[j:])))
	}
	return differ, of
}

// span is a time range of a recording.
type span struct{ start, end time.Duration }

// islands returns the ranges with sound between pauses.
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
