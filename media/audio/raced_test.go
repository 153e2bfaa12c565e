//go:build race

package audio

// raced: the race detector makes everything ten times slower.
const raced = true
