package ear

import "math"

// meter measures loudness hop by hop: level i is that of the ten milliseconds around i*hop.
type meter struct {
	rate   int
	levels []int8

	power float64
	count int
	total int
}

// add takes samples between -1 and 1.
func (m *meter) add(samples []float64) {
	for len(samples) > 0 {
		// The border between two hops lies halfway between their moments.
		border := ((2*len(m.levels)+1)*m.rate + 199) / 200
		n := min(max(border-m.total, 0), len(samples))
		power := m.power
		for _, x := range samples[:n] {
			power += x * x
		}
		m.power = power
		m.count += n
		m.total += n
		if samples = samples[n:]; len(samples) > 0 {
			m.flush()
		}
	}
}

// flush ends the hop that was begun.
func (m *meter) flush() {
	if m.count == 0 {
		return
	}
	level := int8(nothing)
	if m.power > 0 {
		level = int8(max(min(math.Round(10*math.Log10(m.power/float64(m.count))), 0), nothing+1))
	}
	m.levels = append(m.levels, level)
	m.power, m.count = 0, 0
}
