//go:build race

package imports

// raced: the race detector makes everything ten times slower.
const raced = true

// kills is the usual number of kills.
const kills = 2
