//go:build !race

package scribe_test

const raced = false

// hugeFile is how long a file is, in bytes, that has no place in memory.
const hugeFile = 4_000_000_000
