package mp3

import "encoding/binary"

// bitPadding is the number of bytes that must follow the data. In damaged data, scale factors may
// reach 24 bytes past the end, and a code and peek 8 bytes each.
const bitPadding = 40

// bits reads bits from data. Reads do not stop at the end of the data: the caller checks the
// position, and bitPadding bytes must follow the data.
type bits struct {
	data []byte
	at   int // position in bits
}

// peek returns at least the next 57 bits, beginning with the highest bit of the result.
func (b *bits) peek() uint64 {
	return binary.BigEndian.Uint64(b.data[b.at>>3:]) << (b.at & 7)
}

// read returns the next count bits, at most 57.
func (b *bits) read(count int) int {
	v := b.peek() >> 1 >> (63 - count)
	b.at += count
	return int(v)
}
