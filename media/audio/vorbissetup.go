package audio

import (
	"errors"
	"math"
	"math/bits"
)

const (
	// Limits for a single codebook and for all codebooks of a sound: the time to build a codebook
	// is quadratic in the number of its entries.
	vorbisBook    = 1 << 14
	vorbisEntries = 1 << 16
	vorbisValues  = 1 << 21
)

var errVorbisSetup = errors.New("the codebooks are damaged")

// checkVorbisSetup validates the codebooks of a setup header. The library trusts all sizes in them
// and would otherwise allocate any amount of memory or loop forever.
func checkVorbisSetup(header []byte) error {
	if len(header) < 8 || header[0] != 5 || string(header[1:7]) != "vorbis" || !readVorbisBooks(&lowBits{b: header, at: 8 * 7}) {
		return errVorbisSetup
	}
	return nil
}

// readVorbisBooks reads the codebooks at the start of a setup header and reports whether they are
// valid.
func readVorbisBooks(r *lowBits) bool {
	allEntries, allValues := 0, 0
	for range r.take(8) + 1 {
		if r.take(24) != 0x564342 {
			return false
		}
		dimensions, entries := r.take(16), r.take(24)
		allEntries += entries
		allValues += entries * dimensions
		if dimensions == 0 || entries < 2 || entries > vorbisBook || allEntries > vorbisEntries || allValues > vorbisValues {
			return false
		}
		if !checkVorbisLengths(r, entries) {
			return false
		}
		values := 0
		switch r.take(4) {
		case 0:
			continue
		case 1:
			values = int(math.Pow(float64(entries), 1/float64(dimensions)) + 1e-9)
		case 2:
			values = entries * dimensions
		default:
			return false
		}
		r.skip(64)
		width := r.take(4) + 1
		r.skip(1 + values*width)
		if r.over() {
			return false
		}
	}
	return true
}

// checkVorbisLengths reads the codeword lengths of a codebook and reports whether they are valid.
func checkVorbisLengths(r *lowBits, entries int) bool {
	if r.take(1) == 0 {
		sparse, used := r.take(1) == 1, 0
		for range entries {
			if !sparse || r.take(1) == 1 {
				r.skip(5)
				used++
			}
			if r.over() {
				return false
			}
		}
		return used > 0 // with an empty codebook the library would loop forever
	}
	length := r.take(5) + 1
	for done := 0; done < entries; length++ {
		if done += r.take(bits.Len(uint(entries - done))); done > entries || length > 32 || r.over() {
			return false
		}
	}
	return true
}

// lowBits reads bits, least significant first. Bits past the end are 0.
type lowBits struct {
	b  []byte
	at int // bit offset
}

func (r *lowBits) take(n int) int {
	v := 0
	for i := range n {
		if r.at>>3 < len(r.b) && r.at >= 0 {
			v |= int(r.b[r.at>>3]>>(r.at&7)&1) << i
		}
		r.at++
	}
	return v
}

func (r *lowBits) skip(n int) { r.at += n }

func (r *lowBits) over() bool { return r.at > 8*len(r.b) }

// vorbisSetup works around a bug of the library in reading setup headers. It misreads a floor
// without any partition class, as used for the low-frequency channel of 5.1, and everything after
// it. vorbisSetup adds an unused class to such a floor. The header must have passed
// checkVorbisSetup.
func vorbisSetup(header []byte) []byte {
	r := &lowBits{b: header}
	r.skip(8 * 7)
	readVorbisBooks(r)
	r.skip(16 * (r.take(6) + 1))
	var empty []int // bit offsets at which floors without partition classes lack them
	for range r.take(6) + 1 {
		if r.take(16) == 0 {
			r.skip(8 + 16 + 16 + 6 + 8)
			r.skip(8 * (r.take(4) + 1))
			continue
		}
		partitions := make([]int, r.take(5))
		if len(partitions) == 0 {
			empty = append(empty, r.at)
		}
		last := -1
		for i := range partitions {
			partitions[i] = r.take(4)
			last = max(last, partitions[i])
		}
		points := make([]int, last+1) // number of points, by class
		for i := range points {
			points[i] = r.take(3) + 1
			subclasses := r.take(2)
			if subclasses > 0 {
				r.skip(8)
			}
			r.skip(8 << subclasses)
		}
		r.skip(2)
		width := r.take(4)
		for _, class := range partitions {
			r.skip(points[class] * width)
		}
		if r.over() {
			return header
		}
	}
	if len(empty) == 0 {
		return header
	}
	const class = 3 + 2 + 8 // bits of the smallest class
	out, from := &lowBits{}, &lowBits{b: header}
	for _, at := range append(empty, 8*len(header)) {
		for from.at < at {
			out.put(from.take(1))
		}
		if at < 8*len(header) {
			out.at += class
		}
	}
	return out.b
}

// put writes a bit.
func (r *lowBits) put(bit int) {
	for r.at>>3 >= len(r.b) {
		r.b = append(r.b, 0)
	}
	r.b[r.at>>3] |= byte(bit << (r.at & 7))
	r.at++
}
