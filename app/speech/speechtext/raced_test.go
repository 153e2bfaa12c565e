//go:build race

package speechtext

// hostileSize is smaller here, where everything is ten times slower.
const hostileSize = 20_000
