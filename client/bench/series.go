package main

import "slices"

// series has one measurement per round.
type series []float64

// percent returns the p-th percentile, or 0 for an empty series.
func (s series) percent(p int) float64 {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	return sorted[min(len(sorted)*p/100, len(sorted)-1)]
}

func (s series) median() float64 { return s.percent(50) }
