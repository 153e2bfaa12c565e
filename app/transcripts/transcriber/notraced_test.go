//go:build !race

package transcriber_test

const raced = false

// hugeFile is the size of a file, in bytes, that does not fit into memory.
const hugeFile = 4_000_000_000
