package mp3level

import (
	"math"

	"parlando/media/container"
)

const (
	// Step is the number of samples per channel to a level.
	Step = subbands
	// Delay is the number of samples by which the output of a decoder is later than the levels.
	Delay = 240
	// farthest is the largest number of bytes of main data that a frame can borrow.
	farthest = 1<<9 - 1
)

// Reader reads the levels of an MP3. It must be used from one goroutine.
type Reader struct {
	frames   *container.FrameReader
	header   container.FrameHeader // of the last frame
	gaps     int                   // of frames after the last one
	side     sideInfo
	main     []byte // main data of the last frame and before
	channels [2]channel
	raw      rawSpectrum
	levels   []float32
	whole    bool // the last frame was intact
	damaged  int
}

// NewReader reads the levels of frames.
func NewReader(frames *container.FrameReader) *Reader { return &Reader{frames: frames} }

// Damaged returns the number of places so far that could not be decoded. They are silent. Gaps
// between frames do not count.
func (r *Reader) Damaged() int { return r.damaged }

// Next reads a frame and returns the peak of every [Step] samples, 0 for silence and 1 for full
// scale, and the sample rate in Hz. levels are valid until the next call.
//
// The errors are those of [container.FrameReader.Next]: io.EOF at the end, [container.ErrGarbage]
// if only other data follows, and those of the file.
func (r *Reader) Next() (levels []float32, rate int, err error) {
	f, err := r.frames.Next()
	if err != nil {
		return nil, 0, err
	}
	if r.frames.Gaps != r.gaps || !f.SameStream(r.header) {
		r.main, r.whole = r.main[:0], false
	}
	r.header, r.gaps = f.FrameHeader, r.frames.Gaps
	r.levels = append(r.levels[:0], make([]float32, f.Samples/Step)...)
	whole := r.measure(&f)
	if r.whole && !whole {
		r.damaged++
	}
	r.whole = whole
	return r.levels, f.Rate, nil
}

// measure raises the levels, which are those of silence, to those of a frame. It reports false if a
// part of it is damaged, which stays silent.
func (r *Reader) measure(f *container.Frame) bool {
	l := layoutOf(f.Rate)
	var padded [32 + bitPadding]byte
	there := copy(padded[:], f.SideInfo()) > 0 && r.side.parse(f.FrameHeader, padded[:], l)
	before := len(r.main)
	r.main = append(r.main, f.Data[len(f.Data)-max(0, f.MainDataCapacity()):]...)
	length := len(r.main)
	r.main = append(r.main, make([]byte, bitPadding)...)
	there = there && r.side.borrowed <= before
	b := bits{data: r.main, at: 8 * (before - r.side.borrowed)}
	whole := there
	for g := range f.Samples / granule {
		var spectra [2]spectrum
		for c := range f.Channels {
			end := b.at + r.side.parts[g][c].bits
			if there = there && end <= 8*length; there {
				whole = r.read(&spectra[c], &b, g, c, end, l, f) && whole
			}
			b.at = end
		}
		if f.Data[3]>>6 == 1 {
			join(&spectra, f.Data[3]>>5&1 > 0, f.Data[3]>>4&1 > 0)
		}
		levels := (*[slots]float32)(r.levels[g*slots:])
		for c := range f.Channels {
			r.channels[c].raise(levels, &spectra[c], &r.side.parts[g][c])
		}
	}
	r.main = append(r.main[:0], r.main[max(0, length-farthest):length]...)
	return whole && there
}

// read reads the spectrum of a granule of a channel, whose main data end at bit end.
func (r *Reader) read(s *spectrum, b *bits, g, c, end int, l *layout, f *container.Frame) bool {
	p, factors := &r.side.parts[g][c], &r.channels[c].factors
	switch {
	case p.bits == 0:
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
		s.scale(&r.raw, count, p, factors, l, f.MPEG == 1)
	}
	return ok
}

// join turns the middle and side of a joint stereo granule into left and right. In intensity stereo
// the coefficients beyond those of the right channel are of both, at ratios that are not read: the
// louder channel is at most 3 dB from what is assumed.
func join(spectra *[2]spectrum, middleSide, intensity bool) {
	left, right := &spectra[0], &spectra[1]
	from, to := 0, max(left.count, right.count)
	if !middleSide {
		from = right.count
	}
	if !middleSide && !intensity {
		return
	}
	clear(left.values[left.count:to])
	clear(right.values[right.count:to])
	left.count, right.count = to, to
	for i := from; i < to; i++ {
		m, s := left.values[i], right.values[i]
		left.values[i], right.values[i] = (m+s)*math.Sqrt2/2, (m-s)*math.Sqrt2/2
	}
}
