package main

import "slices"

// series are the figures of one thing over the rounds.
type series []float64

// percent is the value that p of a hundred do not exceed, 0 of nothing.
func (s series) percent(p int) float64 {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	return sorted[min(len(sorted)*p/100, len(sorted)-1)]
}

func (s series) median() float64 { return s.percent(50) }
