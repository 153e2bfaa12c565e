package core

import (
	"io"
	"sync"
)

// noiseLimit bounds the bytes that EarlyLog buffers before the log is open.
const noiseLimit = 64 << 10

// EarlyLog receives what libraries print through package log. It buffers the output until the log
// is open, because the toolkit prints before the library is open.
type EarlyLog struct {
	mu      sync.Mutex
	pending [][]byte
	size    int
	to      io.Writer
}

// Write implements io.Writer.
func (n *EarlyLog) Write(line []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.to != nil {
		return n.to.Write(line)
	}
	if n.size += len(line); n.size <= noiseLimit {
		n.pending = append(n.pending, append([]byte(nil), line...))
	}
	return len(line), nil
}

// Redirect writes the buffered output to w line by line, and all further output.
func (n *EarlyLog) Redirect(w io.Writer) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.to = w
	for _, line := range n.pending {
		_, _ = w.Write(line) // an error cannot be logged anywhere
	}
	n.pending = nil
}
