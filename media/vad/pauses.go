package vad

import "time"

// Pause is a period without speech.
type Pause struct{ Start, End time.Duration }

// Pauses returns the pauses of at least shortest between two times, in order. The background level
// is estimated between these times. The first pause may begin before from, and the last may end
// after to, if it is as quiet there.
func (m *BoundsFinder) Pauses(from, to, shortest time.Duration) (all []Pause) {
	first, last := m.stepAt(from), m.stepAt(to)
	var heard, none histogram
	for _, l := range m.levels[first:last] {
		heard.add(int(l))
	}
	_, belongs := thresholds(heard.room(&none))
	quiet := func(i int) bool { return i >= 0 && i < len(m.levels) && int(m.levels[i]) < belongs }
	for i := first; i < last; i++ {
		if !quiet(i) {
			continue
		}
		start := i
		for start == first && quiet(start-1) {
			first--
			start--
		}
		for quiet(i) {
			i++
		}
		if p := (Pause{m.timeOf(start), m.timeOf(i)}); p.End-p.Start >= shortest {
			all = append(all, p)
		}
	}
	return all
}

// stepAt returns the index of the level at a time, at most the number of levels.
func (m *BoundsFinder) stepAt(at time.Duration) int {
	step := int64(at) * int64(m.rate) / int64(time.Second) / int64(m.meter.per)
	return int(min(max(0, step), int64(len(m.levels))))
}

// timeOf returns the time at which a level begins. At some sample rates a level is not exactly
// LevelInterval long, which adds up to seconds in an hour.
func (m *BoundsFinder) timeOf(step int) time.Duration {
	return time.Duration(int64(step) * int64(m.meter.per) * int64(time.Second) / int64(m.rate))
}
