//go:build race

package transcriber_test

// raced: the race detector makes everything ten times slower.
const raced = true

// hugeFile is shorter here: twice as much as memory may grow by shows the same.
const hugeFile = 100_000_000
