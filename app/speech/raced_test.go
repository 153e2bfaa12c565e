//go:build race

package speech

// The readings are a quarter as long here, where everything is ten times slower.
const shorter = 4
