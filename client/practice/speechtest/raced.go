//go:build race

package speechtest

// Raced is set under the race detector, where everything costs ten times as much.
const Raced = true
