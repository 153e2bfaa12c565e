package vad

import "time"

// EdgeMargin is the silence to include before and after speech, so that no breath is cut off.
const EdgeMargin = 200 * time.Millisecond

// BoundsFinder finds speech and pauses in a complete recording. It uses 100 bytes per second. Use
// NewBoundsFinder.
type BoundsFinder struct {
	meter  meter
	rate   int
	levels []int8
	waits  bool
	lead   int // steps of digital silence at the start
}

// NewBoundsFinder returns a BoundsFinder for mono sound with the given sample rate in Hz.
func NewBoundsFinder(rate int) *BoundsFinder {
	return &BoundsFinder{meter: newMeter(rate), rate: rate, waits: true}
}

// Write processes samples.
func (m *BoundsFinder) Write(samples []int16) {
	m.meter.write(samples, func(level int, exact bool) {
		if m.waits = m.waits && exact; m.waits {
			m.lead++
		}
		m.levels = append(m.levels, int8(level))
	})
}

// Bounds returns the start of the first word and the end of the last, without EdgeMargin; ok is
// false if there is no voice.
func (m *BoundsFinder) Bounds() (start, end time.Duration, ok bool) {
	var all, none histogram
	for _, l := range m.levels[m.lead:] {
		all.add(int(l))
	}
	voice, belongs := thresholds(all.room(&none))
	first, last, spoken := -1, -1, 0
	for i := m.lead; i < len(m.levels); i++ {
		if int(m.levels[i]) < voice {
			continue
		}
		from := i
		for gap := 0; i < len(m.levels) && gap <= int(catch/LevelInterval); i++ {
			if gap++; int(m.levels[i]) >= voice {
				gap = 0
			}
		}
		to := i
		i--
		for to > from && int(m.levels[to-1]) < voice {
			to--
		}
		if to-from < int(click/LevelInterval) {
			continue
		}
		if first < 0 {
			first = from
		}
		last = to
		spoken += to - from
	}
	if spoken < int(word/LevelInterval) {
		return 0, 0, false
	}
	for first > m.lead && int(m.levels[first-1]) >= belongs {
		first--
	}
	for last < len(m.levels) && int(m.levels[last]) >= belongs {
		last++
	}
	// Levels are smoothed over the past, so that they rise less than a step late, and fall late.
	return max(0, time.Duration(first-1)*LevelInterval), time.Duration(last) * LevelInterval, true
}
