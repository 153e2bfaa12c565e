//go:build race

package scribe_test

// raced: the race detector makes everything ten times slower.
const raced = true
