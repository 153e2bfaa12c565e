//go:build !race

package speechtest

// RaceEnabled reports whether the race detector is on, which makes everything ten times slower.
const RaceEnabled = false
