//go:build race

package window

// raced: the race detector makes everything ten times slower.
const raced = true
