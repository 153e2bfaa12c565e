package audio

import (
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

// flacNumber reads a number that is coded like a character of UTF-8; flacHeaderLength has seen that it is whole.
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
	rate := [16]int{12: 1, 13: 2, 14: 2}[b[2]&15] // bytes of a rate, behind the size and before the checksum
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
	if n := p.info().NSamples; n > 0 {
		return int64(n), true, nil
	}
	// The last frame tells, and its length is that of a block at most.
	for back := int64(placeNear); ; back *= 2 {
		from := max(p.begin, p.in.size-back)
		last := flacMark{sample: -1}
		for at := from; ; {
			m, ok, err := p.find(at, p.in.size, func(sample int64) bool { return sample > last.sample })
			if err != nil {
				return -1, false, err
			}
			if !ok {
				break
			}
			last, at = m, m.at+1
		}
		if last.sample >= 0 {
			return last.sample + last.samples, true, nil
		}
		if from == p.begin {
			return -1, false, nil
		}
	}
}

func (p *flacPlaces) from(frame int64) (*stream, error) {
	if n := p.info().NSamples; n > 0 && frame >= int64(n) {
		return nil, io.EOF
	}
	low, high := flacMark{at: p.begin}, p.in.size
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
