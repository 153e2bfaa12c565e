package audio

// highBits reads bits, most significant first. Bits past the end are 0.
type highBits struct {
	b  []byte
	at int // bit offset
}

func (r *highBits) take(n int) int {
	v := 0
	for range n {
		v <<= 1
		if r.at>>3 < len(r.b) {
			v |= int(r.b[r.at>>3]) >> (7 - r.at&7) & 1
		}
		r.at++
	}
	return v
}

func (r *highBits) skip(n int) { r.at += n }

// left returns the number of remaining bits; negative past the end.
func (r *highBits) left() int { return 8*len(r.b) - r.at }

// copyBits copies a bit range of b to the start of a new slice, zero-padded, with space for room
// more bits.
func copyBits(b []byte, from, to, room int) []byte {
	out := make([]byte, (to-from+room+7)/8)
	shift := from & 7
	for i := range out {
		at := from>>3 + i
		v := 0
		if at < len(b) {
			v = int(b[at]) << 8
		}
		if at+1 < len(b) {
			v |= int(b[at+1])
		}
		out[i] = byte(v >> (8 - shift))
	}
	for at := to - from; at < 8*len(out); at++ {
		out[at>>3] &^= 0x80 >> (at & 7)
	}
	return out
}
