package dbfile

// bits is a set of page numbers.
type bits []uint64

func newBits(pages int) bits { return make(bits, pages/64+1) }

func (b bits) has(n int) bool { return b[n/64]&(1<<(n%64)) != 0 }

func (b bits) add(n int) { b[n/64] |= 1 << (n % 64) }

func (b bits) remove(n int) { b[n/64] &^= 1 << (n % 64) }
