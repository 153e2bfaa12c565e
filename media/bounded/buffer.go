// Package bounded provides a writer that stores the output of another program in memory, up to a
// limit.
package bounded

import (
	"bytes"
	"errors"
)

// ErrFull means that more was written to a buffer than its limit.
var ErrFull = errors.New("bounded: the buffer is full")

// Buffer is an io.Writer that stores the first bytes written to it. Create one with
// NewFailingBuffer or NewTruncatingBuffer.
//
// It embeds no bytes.Buffer: io.Copy and os/exec would call the promoted ReadFrom and go past the
// limit. One goroutine at a time may use it.
type Buffer struct {
	kept bytes.Buffer
	left int // remaining capacity in bytes
	drop bool
	full bool
}

// NewFailingBuffer returns a buffer of at most limit bytes, which fails the write that exceeds them
// with ErrFull.
func NewFailingBuffer(limit int) *Buffer { return &Buffer{left: limit} }

// NewTruncatingBuffer returns a buffer of at most limit bytes, which accepts and drops whatever
// exceeds them.
func NewTruncatingBuffer(limit int) *Buffer { return &Buffer{left: limit, drop: true} }

// Write stores the part of p that still fits. A truncating buffer never returns an error.
func (b *Buffer) Write(p []byte) (int, error) {
	n := min(len(p), b.left)
	b.kept.Write(p[:n])
	b.left -= n
	if n == len(p) {
		return n, nil
	}
	b.full = true
	if b.drop {
		return len(p), nil
	}
	return n, ErrFull
}

// Exceeded reports whether more bytes were written than the limit.
func (b *Buffer) Exceeded() bool { return b.full }

// Bytes returns the stored bytes, valid until the next write.
func (b *Buffer) Bytes() []byte { return b.kept.Bytes() }

// String returns the stored bytes as a string.
func (b *Buffer) String() string { return b.kept.String() }
