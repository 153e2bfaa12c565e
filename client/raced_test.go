//go:build race

package client

// longReply is shorter here, where everything is ten times slower: it is still more than memory may
// grow by.
const longReply = 1 << 28
