package audio

import (
	"bytes"
	"errors"
	"io"

	"github.com/mewkiz/flac/meta"
)

// placeNear is how many bytes before a place decoding may begin: less than a second, mostly.
const placeNear = 32 << 10

// flacPlaces finds places among the frames of a FLAC, each of which says where it stands.
type flacPlaces struct {
	in    *section
	first *stream
	begin int64 // where the first frame stands

	measured bool
	frames   int64 // as the last frame tells; 0 until that is asked
	// where it ends in the file: at the end of that, or where another FLAC stands behind it
	end int64
}

// flacMark is a frame: where it begins in the file and in samples, and how many samples it has.
type flacMark struct{ at, sample, samples int64 }

func (p *flacPlaces) info() *meta.StreamInfo { return p.first.src.(*flacSource).info }

// find gives the first frame that begins in a range of the file.
func (p *flacPlaces) find(from, to int64, fits func(sample int64) bool) (flacMark, bool, error) {
	b, err := p.in.at(from)
	if err != nil {
		return flacMark{}, false, err
	}
	for at := from; at < to; at++ {
		head, err := b.Peek(flacMaxHeader)
		if len(head) < 6 {
			if err != nil && !errors.Is(err, io.EOF) {
				return flacMark{}, false, err
			}
			return flacMark{}, false, nil
		}
		if sample, ok := p.sample(head); ok && fits(sample) {
			return flacMark{at, sample, flacSamples(head)}, true, nil
		}
		if _, err := b.Discard(1); err != nil {
			return flacMark{}, false, err
		}
	}
	return flacMark{}, false, nil
}

// sample is where the frame whose header b begins with stands.
func (p *flacPlaces) sample(b []byte) (int64, bool) {
	if flacHeaderLength(b) == 0 {
		return 0, false
	}
	place, all := flacPlace(p.info(), b), int64(p.info().NSamples)
	return place, all == 0 || place < all
}

// flacNumber reads a number that is coded like a character of UTF-8; flacHeaderLength has seen that
// it is whole.
func flacNumber(b []byte) int64 {
	if b[0] < 0x80 {
		return int64(b[0])
	}
	ones, mask := 0, byte(0x80)
	for ; b[0]&mask != 0; mask >>= 1 {
		ones++
	}
	number := int64(b[0] & (mask - 1))
	for _, v := range b[1:ones] {
		number = number<<6 | int64(v&0x3f)
	}
	return number
}

// flacSamples is how many samples a frame has; flacHeaderLength has seen that its header is whole.
func flacSamples(b []byte) int64 {
	length := flacHeaderLength(b)
	// bytes of a rate, behind the size and before the checksum
	rate := [16]int{12: 1, 13: 2, 14: 2}[b[2]&15]
	switch size := int64(b[2] >> 4); {
	case size == 1:
		return 192
	case size < 6:
		return 576 << (size - 2)
	case size == 6:
		return int64(b[length-2-rate]) + 1
	case size == 7:
		return int64(b[length-3-rate])<<8 + int64(b[length-2-rate]) + 1
	default:
		return 256 << (size - 8)
	}
}

func (p *flacPlaces) length() (int64, bool, error) {
	if err := p.findEnd(); err != nil {
		return -1, false, err
	}
	if n := p.info().NSamples; n > 0 && p.end == p.in.size {
		return int64(n), true, nil
	}
	if p.frames > 0 {
		return p.frames, true, nil
	}
	// The last frame tells, and its length is that of a block at most.
	for back := int64(placeNear); ; back *= 2 {
		from := max(p.begin, p.end-back)
		last := flacMark{sample: -1}
		for at := from; ; {
			m, ok, err := p.find(at, p.end, func(sample int64) bool { return sample > last.sample })
			if err != nil {
				return -1, false, err
			}
			if !ok {
				break
			}
			last, at = m, m.at+1
		}
		if last.sample >= 0 {
			p.frames = last.sample + last.samples
			return p.frames, true, nil
		}
		if from == p.begin {
			return -1, false, nil
		}
	}
}

func (p *flacPlaces) from(frame int64) (*stream, error) {
	length, known, err := p.length()
	if err != nil {
		return nil, err
	}
	if known && frame >= length {
		return nil, io.EOF
	}
	low, high := flacMark{at: p.begin}, p.end
	above := int64(-1) // where the frame at high stands, if that is known
	for high-low.at > placeNear {
		middle := low.at + (high-low.at)/2
		m, ok, err := p.find(middle, high, func(sample int64) bool {
			return sample > low.sample && (above < 0 || sample < above)
		})
		switch {
		case err != nil:
			return nil, err
		case !ok:
			high = middle
		case m.sample > frame:
			high, above = middle, m.sample+1
		default:
			low = m
		}
	}
	b, err := p.in.at(low.at)
	if err != nil {
		return nil, err
	}
	s, err := newFLACStream(b, p.info(), low.sample)
	if err != nil {
		return nil, err
	}
	return s.seekTo(frame-low.sample, -1)
}

// findEnd finds out whether another FLAC stands behind it. Frames count on from the start, so that
// the count falls somewhere then.
func (p *flacPlaces) findEnd() error {
	if p.measured {
		return nil
	}
	end, err := p.search(p.begin, min(p.in.size, p.begin+joinNear))
	if err != nil {
		return err
	}
	if end < 0 && p.begin+joinNear < p.in.size {
		falls, err := p.in.falls(p.begin+joinNear, p.count)
		if err != nil {
			return err
		}
		if falls {
			if end, err = p.search(p.begin+joinNear-int64(len(flacHead)), p.in.size); err != nil {
				return err
			}
		}
	}
	if p.measured, p.end = true, end; end < 0 {
		p.end = p.in.size
	}
	return nil
}

// count gives the number of the first frame that begins behind a place.
func (p *flacPlaces) count(at int64) (int64, bool, error) {
	b, err := p.in.reader(at, joinProbe)
	if err != nil {
		return 0, false, err
	}
	ahead, err := b.Peek(joinProbe)
	for i := range ahead {
		if flacHeaderLength(ahead[i:]) > 0 {
			return flacPlace(p.info(), ahead[i:]), true, nil
		}
	}
	return 0, false, notAtEnd(err)
}

// search finds the next FLAC that begins in a range of the file; -1 if there is none.
func (p *flacPlaces) search(from, to int64) (int64, error) {
	b, err := p.in.reader(from, 256<<10)
	if err != nil {
		return -1, err
	}
	for {
		at := b.Place()
		ahead, err := b.Peek(int(min(int64(b.Size()), to-at)))
		for i := 0; ; i++ {
			next := bytes.Index(ahead[i:], []byte(flacHead[:4]))
			if next < 0 {
				break
			}
			if i += next; flacBegins(ahead[i:]) {
				return at + int64(i), nil
			}
		}
		if len(ahead) < b.Size() {
			return -1, notAtEnd(err)
		}
		if _, err := b.Discard(len(ahead) - len(flacHead)); err != nil {
			return -1, err
		}
	}
}

func (p *flacPlaces) behind() (int64, error) {
	if err := p.findEnd(); err != nil || p.end == p.in.size {
		return -1, err
	}
	return p.end, nil
}
