//go:build race

package decoder_test

// raced: the race detector makes everything ten times slower.
const raced = true
