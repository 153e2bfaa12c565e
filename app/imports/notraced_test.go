//go:build !race

package imports

const raced = false

// kills is the usual number of kills.
const kills = 10
