//go:build race

package eartest

// Raced is set under the race detector, where everything costs ten times as much.
const Raced = true
