package mp3

import "parlando/media/container"

// granuleInfo is the side info of one granule of one channel: how its main data are encoded.
type granuleInfo struct {
	bits     int    // length of the main data
	pairs    int    // number of encoded pairs
	gain     int    // global gain, in quarters of a doubling
	compress int    // code of the sizes of the scale factors
	block    block  // how the coefficients are transformed
	longs    int    // number of long scale factor bands: all, none, or in mixed blocks the lowest
	shorts   int    // first short scale factor band
	tables   [3]int // Huffman tables of the pairs in three regions
	regions  [2]int // first coefficients of the second and third region
	subgain  [3]int // subtracted from the gain of each short window, in steps of two doublings
	emphasis bool   // pretab is added to the scale factors
	scale    int    // value of a scale factor, in quarters of a doubling
	quads    int    // Huffman table of the quadruples
}

// hasLong reports whether a subband is transformed with long windows.
func (p *granuleInfo) hasLong(subband int, l *layout) bool {
	return subband*slots < l.long[p.longs]
}

// block is the kind of window with which the coefficients of a granule are transformed.
type block int

const (
	long block = iota
	start
	short // three consecutive short windows
	stop
)

// sideInfo is the side info of a frame.
type sideInfo struct {
	borrowed int               // bytes of main data in earlier frames
	shared   [2][4]bool        // by channel: groups of scale factors that both granules share
	parts    [2][2]granuleInfo // by granule and channel
}

// parse reads the side info of a frame, which bitPadding bytes follow. It reports false for invalid
// side info.
func (s *sideInfo) parse(h container.FrameHeader, padded []byte, l *layout) bool {
	b := bits{data: padded}
	if h.MPEG == 1 {
		s.borrowed = b.read(9)
		b.at += 7 - 2*h.Channels // private bits
		for c := range h.Channels {
			for i := range s.shared[c] {
				s.shared[c][i] = b.read(1) == 1
			}
		}
	} else {
		s.borrowed = b.read(8)
		b.at += h.Channels
	}
	for g := range h.Samples / granule {
		for c := range h.Channels {
			s.parts[g][c] = readGranuleInfo(&b, h.MPEG == 1, l)
			if s.parts[g][c].pairs > granule/2 {
				return false
			}
		}
	}
	return true
}

func readGranuleInfo(b *bits, mpeg1 bool, l *layout) granuleInfo {
	compress := 9
	if mpeg1 {
		compress = 4
	}
	p := granuleInfo{bits: b.read(12), pairs: b.read(9), gain: b.read(8), compress: b.read(compress), longs: longBands, shorts: shortBands}
	if b.read(1) == 1 {
		p.block = block(b.read(2))
		mixed := b.read(1) == 1
		switch {
		case p.block != short:
		case !mixed:
			p.longs, p.shorts = 0, 0
		case mpeg1:
			p.longs, p.shorts = 8, 3
		default:
			p.longs, p.shorts = 6, 3
		}
		p.tables = [3]int{b.read(5), b.read(5)}
		p.subgain = [3]int{b.read(3), b.read(3), b.read(3)}
		p.regions = [2]int{l.long[8], granule}
		if p.block == short {
			p.regions[0] = 3 * l.short[3]
		}
	} else {
		p.tables = [3]int{b.read(5), b.read(5), b.read(5)}
		second := b.read(4) + 1
		third := second + b.read(3) + 1
		p.regions = [2]int{l.long[min(second, longBands)], l.long[min(third, longBands)]}
	}
	p.emphasis = mpeg1 && b.read(1) == 1
	p.scale = 2 + 2*b.read(1)
	p.quads = firstQuads + b.read(1)
	return p
}
