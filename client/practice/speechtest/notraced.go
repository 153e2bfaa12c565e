//go:build !race

package speechtest

// Raced reports whether the race detector is on, which makes everything ten times slower.
const Raced = false
