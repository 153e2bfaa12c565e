package mp3

// factors are the scale factors of one granule of one channel, in the order of bands. A short band
// has a scale factor for each of three windows.
type factors struct {
	values [3 * shortBands]uint8
	// illegal marks scale factors of MPEG 2 that are no valid position in intensity stereo.
	illegal [3 * shortBands]bool
}

// sizes1 lists the size in bits of a scale factor in the lower and in the upper bands, by
// granuleInfo.compress of MPEG 1.
var sizes1 = [16][2]int{
	{0, 0},
	{0, 1},
	{0, 2},
	{0, 3},
	{3, 0},
	{1, 1},
	{1, 2},
	{1, 3},
	{2, 1},
	{2, 2},
	{2, 3},
	{3, 1},
	{3, 2},
	{3, 3},
	{4, 2},
	{4, 3},
}

// groups has the number of scale factors in each of four groups, for long, short and mixed blocks.
// All scale factors of a group have the same size.
type groups [3][4]int

// groups1 applies to MPEG 1. groups2 applies to MPEG 2: three choices, and three more for the right
// channel of intensity stereo.
var (
	groups1 = groups{{6, 5, 5, 5}, {9, 9, 9, 9}, {8, 9, 9, 9}}
	groups2 = [6]groups{
		{{6, 5, 5, 5}, {9, 9, 9, 9}, {6, 9, 9, 9}},
		{{6, 5, 7, 3}, {9, 9, 12, 6}, {6, 9, 12, 6}},
		{{11, 10, 0, 0}, {18, 18, 0, 0}, {15, 18, 0, 0}},
		{{7, 7, 7, 0}, {12, 12, 12, 0}, {6, 15, 12, 0}},
		{{6, 6, 6, 3}, {12, 9, 9, 6}, {6, 12, 9, 6}},
		{{8, 8, 5, 0}, {15, 12, 9, 0}, {6, 18, 9, 0}},
	}
)

// of returns the groups of a granule.
func (g *groups) of(p *granuleInfo) [4]int {
	switch p.longs {
	case longBands:
		return g[0]
	case 0:
		return g[1]
	}
	return g[2]
}

// read1 reads the scale factors of MPEG 1. A shared group keeps the scale factors of the previous
// granule; short blocks share none.
func (f *factors) read1(b *bits, p *granuleInfo, shared [4]bool) {
	at := 0
	for i, count := range groups1.of(p) {
		if !shared[i] || p.block == short {
			f.group(b, at, count, sizes1[p.compress][i/2])
		}
		at += count
	}
	clear(f.values[at:])
}

// read2 reads the scale factors of MPEG 2. intensity means that the granule is the right channel of
// intensity stereo.
func (f *factors) read2(b *bits, p *granuleInfo, intensity bool) {
	var row int
	var sizes [4]int
	c := p.compress
	if intensity {
		c /= 2
	}
	switch {
	case intensity && c < 180:
		row, sizes = 3, [4]int{c / 36, c / 6 % 6, c % 6}
	case intensity && c < 244:
		c -= 180
		row, sizes = 4, [4]int{c / 16, c / 4 % 4, c % 4}
	case intensity:
		c -= 244
		row, sizes = 5, [4]int{c / 3, c % 3}
	case c < 400:
		row, sizes = 0, [4]int{c / 80, c / 16 % 5, c / 4 % 4, c % 4}
	case c < 500:
		c -= 400
		row, sizes = 1, [4]int{c / 20, c / 4 % 5, c % 4}
	default:
		c -= 500
		row, sizes = 2, [4]int{c / 3, c % 3}
		p.emphasis = true
	}
	at := 0
	for i, count := range groups2[row].of(p) {
		f.group(b, at, count, sizes[i])
		for k := at; k < at+count; k++ {
			f.illegal[k] = sizes[i] > 0 && f.values[k] == 1<<sizes[i]-1
		}
		at += count
	}
	clear(f.values[at:])
	clear(f.illegal[at:])
}

// group reads count scale factors of size bits each.
func (f *factors) group(b *bits, at, count, size int) {
	for i := range count {
		f.values[at+i] = uint8(b.read(size))
	}
}
