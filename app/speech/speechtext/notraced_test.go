//go:build !race

package speechtext

// hostileSize is the size of a hostile text in bytes.
const hostileSize = 100_000
