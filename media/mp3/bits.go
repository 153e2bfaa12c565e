package mp3

import "encoding/binary"

// bitPadding is the number of bytes that must follow the bits. In damaged data, scale factors may
// reach 24 bytes beyond their end, and a code and peek 8 each.
const bitPadding = 40

// bits reads from a sequence of bits. Reading does not end with the sequence: the caller compares
// positions, and the bytes must be followed by bitPadding others.
type bits struct {
	data []byte
	at   int // position in bits
}

// peek returns the next bits from the highest one down: at least 57.
func (b *bits) peek() uint64 {
	return binary.BigEndian.Uint64(b.data[b.at>>3:]) << (b.at & 7)
}

// read returns the next count bits, at most 57.
func (b *bits) read(count int) int {
	v := b.peek() >> 1 >> (63 - count)
	b.at += count
	return int(v)
}
