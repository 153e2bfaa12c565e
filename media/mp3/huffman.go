package mp3

import (
	"slices"
	"strconv"
	"sync"
)

const (
	// rootBits is the number of bits that are looked up at once.
	rootBits = 9
	// linked marks an entry for longer code words: the index << 8 of their own entries, and the
	// number of their further bits.
	linked = 1 << 31
	// firstQuads is the number of the first of two tables of quadruples; all others are of pairs.
	firstQuads = 32
)

// table decodes pairs or quadruples of values.
type table struct {
	// lookup has an entry for each value of rootBits bits, then entries for longer code words. An
	// entry is the length of the code word << 8 | its values. lookup is nil for an unused table.
	lookup []uint32
	escape int // size in bits of the number added to a value of 15
}

// tables are the Huffman tables of layer III by number; 32 and 33 are of quadruples.
var tables = sync.OnceValue(func() *[firstQuads + 2]table {
	var all [firstQuads + 2]table
	escapes := [len(all)]int{16: 1, 2, 3, 4, 6, 8, 10, 13, 4, 5, 6, 7, 8, 9, 11, 13}
	for i := range all {
		if c, ok := codes[i]; ok {
			all[i].lookup = c.lookup()
		} else if escapes[i] > 0 {
			all[i].lookup = all[i-1].lookup
		}
		all[i].escape = escapes[i]
	}
	return &all
})

// lookup returns the value of table.lookup for a code.
func (c code) lookup() []uint32 {
	words := make([]uint32, len(c.lengths))
	longest := uint32(rootBits)
	for i := range words {
		length, _ := strconv.ParseUint(c.lengths[i:i+1], 20, 8)
		values, _ := strconv.ParseUint(c.values[2*i:2*i+2], 16, 8)
		words[i] = uint32(length<<8 | values)
		longest = max(longest, uint32(length))
	}
	var flat []uint32 // for each value of longest bits: the code word it begins with
	for _, w := range words {
		flat = append(flat, slices.Repeat([]uint32{w}, 1<<(longest-w>>8))...)
	}
	entries := make([]uint32, 0, 1<<rootBits)
	var further []uint32
	for same := range slices.Chunk(flat, 1<<(longest-rootBits)) {
		deepest := slices.Max(same) >> 8
		if deepest <= rootBits {
			entries = append(entries, same[0])
			continue
		}
		entries = append(entries, linked|uint32(1<<rootBits+len(further))<<8|(deepest-rootBits))
		for i := 0; i < len(same); i += 1 << (longest - deepest) {
			further = append(further, same[i])
		}
	}
	return append(entries, further...)
}

// next decodes the code word at the start of bits, and returns its values and its length in bits.
func (t *table) next(bits uint64) (values uint32, length int) {
	e := t.lookup[bits>>(64-rootBits)]
	if e >= linked {
		e = t.lookup[e&^linked>>8+uint32(bits<<rootBits>>(64-e&0xff))]
	}
	return e & 0xff, int(e >> 8)
}
