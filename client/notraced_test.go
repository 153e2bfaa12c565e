//go:build !race

package client

// longReply is how many bytes a reply has that has no place in memory.
const longReply = 1 << 30
