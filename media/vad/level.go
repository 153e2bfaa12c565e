package vad

import (
	"math"
	"time"
)

const (
	// LevelInterval is the interval in which levels are measured.
	LevelInterval = 10 * time.Millisecond
	// MinLevel is the level of digital silence in dB relative to full scale.
	MinLevel = -100
	// hush is the lowest level of a voice in dB relative to full scale; anything below is silence
	// in any room.
	hush = -60
	// loud is the highest background level in dB relative to full scale. A louder sound may be a
	// voice that never pauses.
	loud = -35
	// above is the number of dB by which a voice exceeds the background; near is the lower
	// threshold for sounds that belong to a word, such as breath.
	above, near = 10, 4
	// click is the shortest voice: shorter sounds are clicks of a key or a mouse.
	click = 80 * time.Millisecond
	// word is the shortest voice that counts as speech.
	word = 100 * time.Millisecond
	// catch is the longest gap within a voice.
	catch = 50 * time.Millisecond
	// share is the fraction of all levels, the quietest ones, that determines the background.
	share = 0.05
	// rumble is the cutoff frequency of the high-pass filter in Hz: mains hum, footsteps and wind
	// are below it.
	rumble = 120
)

// meter measures the level of each LevelInterval.
type meter struct {
	per int // samples per step
	// Coefficients and state of the second-order high-pass filter.
	b0, b1, b2, a1, a2 float64
	x1, x2, y1, y2     float64
	sum                float64
	count              int
	exact              bool // all samples of the step are equal
	last               int16
	begun              bool
	recent             [3]float64 // mean squares of the last steps
	at                 int
}

func newMeter(rate int) meter {
	w := 2 * math.Pi * rumble / float64(rate)
	alpha := math.Sin(w) / math.Sqrt2
	cos, a0 := math.Cos(w), 1+math.Sin(w)/math.Sqrt2
	return meter{
		per: rate * int(LevelInterval) / int(time.Second), exact: true,
		b0: (1 + cos) / 2 / a0, b1: -(1 + cos) / a0, b2: (1 + cos) / 2 / a0, a1: -2 * cos / a0, a2: (1 - alpha) / a0,
	}
}

// write measures samples. For each complete step it calls each with its level in dB, smoothed over
// three steps, and whether it was digital silence.
func (m *meter) write(samples []int16, each func(level int, exact bool)) {
	for _, s := range samples {
		if !m.begun {
			m.begun, m.last = true, s
			// Start the filter as if the first sample had lasted forever, because a DC offset must
			// not sound loud at the beginning.
			m.x1, m.x2 = float64(s), float64(s)
		}
		m.exact = m.exact && s == m.last
		m.last = s
		x := float64(s)
		y := m.b0*x + m.b1*m.x1 + m.b2*m.x2 - m.a1*m.y1 - m.a2*m.y2
		m.x2, m.x1, m.y2, m.y1 = m.x1, x, m.y1, y
		m.sum += y * y
		if m.count++; m.count < m.per {
			continue
		}
		m.recent[m.at%len(m.recent)] = m.sum / float64(m.per)
		m.at++
		mean := 0.
		for _, r := range m.recent[:min(m.at, len(m.recent))] {
			mean += r
		}
		mean /= float64(min(m.at, len(m.recent)))
		each(decibels(mean), m.exact)
		m.sum, m.count, m.exact = 0, 0, true
	}
}

// decibels converts a mean square of samples to a level, MinLevel to 0.
func decibels(mean float64) int {
	const full = 1 << 15
	if mean < 1e-3 {
		return MinLevel
	}
	return max(MinLevel, min(int(math.Round(10*math.Log10(mean/(full*full)))), 0))
}

// histogram counts steps by their level.
type histogram [-MinLevel + 1]int

func (h *histogram) add(level int) { h[level-MinLevel]++ }

// room returns the background level of the levels in h and more.
func (h *histogram) room(more *histogram) int {
	total := 0
	for i := range h {
		total += h[i] + more[i]
	}
	left := int(share * float64(total))
	for i := range h {
		if left -= h[i] + more[i]; left < 0 {
			return min(i+MinLevel, loud)
		}
	}
	return MinLevel
}

// thresholds returns the level of a voice and the lower level of sounds that belong to a word.
func thresholds(room int) (voice, belongs int) { return max(room+above, hush), max(room+near, hush) }
