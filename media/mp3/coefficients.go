package mp3

import "parlando/media/container"

// farthest is the largest number of bytes of main data that a frame can borrow.
const farthest = 1<<9 - 1

// coefficients reads the coefficients of successive frames.
type coefficients struct {
	header  container.FrameHeader // of the last frame
	layout  *layout
	side    sideInfo
	main    []byte // main data of the last frame and earlier frames
	factors [2]factors
	raw     rawSpectrum
	spectra [2]spectrum // by channel, of the last granule
	whole   bool        // the last frame was intact
	damaged int         // places that could not be decoded
}

// skip declares that frames are missing before the next one.
func (r *coefficients) skip() { r.main, r.whole = r.main[:0], false }

// read reads a frame and calls use when the spectra of each of its granules are set. Damaged or
// missing data becomes silence.
func (r *coefficients) read(f *container.Frame, use func(granule int)) {
	if !f.SameStream(r.header) {
		r.skip()
	}
	r.header, r.layout = f.FrameHeader, layoutOf(f.Rate)
	var padded [32 + bitPadding]byte
	there := copy(padded[:], f.SideInfo()) > 0 && r.side.parse(f.FrameHeader, padded[:], r.layout)
	before := len(r.main)
	r.main = append(r.main, f.Data[len(f.Data)-max(0, f.MainDataCapacity()):]...)
	length := len(r.main)
	r.main = append(r.main, make([]byte, bitPadding)...)
	there = there && r.side.borrowed <= before
	b := bits{data: r.main, at: 8 * (before - r.side.borrowed)}
	whole := there
	for g := range f.Samples / granule {
		for c := range f.Channels {
			r.spectra[c].clear()
			end := b.at + r.side.parts[g][c].bits
			if there = there && end <= 8*length; there {
				whole = r.readPart(&b, g, c, end, f) && whole
			}
			b.at = end
		}
		if f.Data[3]>>6 == 1 {
			r.join(&r.side.parts[g][1], f.Data[3]>>5&1 > 0, f.Data[3]>>4&1 > 0)
		}
		use(g)
	}
	r.main = append(r.main[:0], r.main[max(0, length-farthest):length]...)
	whole = whole && there
	if r.whole && !whole {
		r.damaged++
	}
	r.whole = whole
}

// readPart reads the spectrum of a granule of a channel, whose main data end at bit end. It reports
// false if the main data are damaged.
func (r *coefficients) readPart(b *bits, g, c, end int, f *container.Frame) bool {
	p, factors := &r.side.parts[g][c], &r.factors[c]
	switch {
	case p.bits == 0:
		clear(factors.values[:])
		return true
	case f.MPEG == 1:
		shared := r.side.shared[c]
		if g == 0 {
			shared = [4]bool{}
		}
		factors.read1(b, p, shared)
	default:
		factors.read2(b, p, c == 1 && f.Data[3]>>4&0xd == 5)
	}
	count, ok := r.raw.read(b, p, end)
	if ok {
		r.spectra[c].scale(&r.raw, count, p, factors, r.layout)
	}
	return ok
}
