//go:build race

package script

// hostileSize is smaller here, where everything is ten times slower.
const hostileSize = 20_000
