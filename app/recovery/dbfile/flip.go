package dbfile

import "encoding/binary"

// flip is a change of one word of a frame.
type flip struct {
	at   int     // offset in the first eight bytes of the frame's header followed by the page
	mask [4]byte // changed bits; all zero means no change
}

// apply changes data, as it lies in the file, to what it was, and back.
func (f flip) apply(data []byte) {
	for i, b := range f.mask {
		data[f.at+i] ^= b
	}
}

// findFlips finds the changes of the frame in buf that make its checksum right: of one bit of the
// page, or of one word of the head. before is the checksum before the frame.
func findFlips(order binary.ByteOrder, buf []byte, before, stored sums) (found []flip) {
	data := append(buf[:8:8], buf[frameHeader:]...)
	add := func(at int, changed uint32) {
		if at < 8 || changed&(changed-1) == 0 {
			f := flip{at: at}
			order.PutUint32(f.mask[:], changed)
			found = append(found, f)
		}
	}
	// after is the checksum after each pair of words if the damage is in this pair or before it.
	after := make([]sums, len(data)/8)
	for i, s := len(after)-1, stored; i >= 0; i-- {
		after[i] = s
		s.b -= order.Uint32(data[i*8+4:]) + s.a
		s.a -= order.Uint32(data[i*8:]) + s.b
	}
	s := before
	for i, want := range after {
		first, second := order.Uint32(data[i*8:]), order.Uint32(data[i*8+4:])
		if s.b+second+want.a == want.b {
			add(i*8, first^(want.a-s.a-s.b))
		}
		if s.a += first + s.b; s.a == want.a {
			add(i*8+4, second^(want.b-s.b-s.a))
		}
		s.b += second + s.a
	}
	return found
}
