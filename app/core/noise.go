package core

import (
	"io"
	"sync"
)

// noiseLimit is the number of bytes that Noise holds before there is a log.
const noiseLimit = 64 << 10

// Noise takes what libraries print through package log. It holds it until there is a log to put it
// in: the toolkit speaks up before the library is open.
type Noise struct {
	mu      sync.Mutex
	pending [][]byte
	size    int
	to      io.Writer
}

// Write implements io.Writer.
func (n *Noise) Write(line []byte) (int, error) {
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

// To hands on what was held, line by line as it came, and from now on everything else.
func (n *Noise) To(w io.Writer) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.to = w
	for _, line := range n.pending {
		_, _ = w.Write(line) // there is nowhere else to say so
	}
	n.pending = nil
}
