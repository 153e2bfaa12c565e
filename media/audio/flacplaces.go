package audio

import (
	"errors"
	"io"

	"github.com/mewkiz/flac/meta"
)

// flacPlaces seeks among the frames of a FLAC, each of which declares its position.
type flacPlaces struct {
	index
	in    *section
	first *stream
	like  []byte // header bytes of the first frame
}

func newFLACPlaces(in *section, first *stream, begin int64) *flacPlaces {
	p := &flacPlaces{in: in, first: first}
	p.index = index{find: p.findFrame, first: mark{at: begin}, end: in.size}
	return p
}

func (p *flacPlaces) info() *meta.StreamInfo { return p.first.src.(*flacSource).info }

// findFrame returns the first frame in a range of the file whose header agrees with that of the
// file's first frame.
func (p *flacPlaces) findFrame(from, to int64) (mark, bool, error) {
	b, err := p.in.at(from)
	if err != nil {
		return mark{}, false, err
	}
	for at := from; at < to; at++ {
		head, err := b.Peek(flacMaxHeader)
		if len(head) < 6 {
			return mark{}, false, notAtEnd(err)
		}
		if flacHeaderLength(head) > 0 {
			if p.like == nil {
				p.like = append(p.like, head[:4]...)
			}
			const rate, bits = 0x0f, 0x0e
			if head[1] == p.like[1] && head[2]&rate == p.like[2]&rate && head[3]&bits == p.like[3]&bits {
				return mark{at, flacPlace(p.info(), head)}, true, nil
			}
		}
		if _, err := b.Discard(1); err != nil {
			return mark{}, false, err
		}
	}
	return mark{}, false, nil
}

// flacNumber decodes a UTF-8-style coded number, which flacHeaderLength has validated.
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

// flacSamples returns the number of samples per channel in a frame whose header flacHeaderLength
// has validated.
func flacSamples(b []byte) int64 {
	length := flacHeaderLength(b)
	// Size of an explicit sample rate, between the block size and the checksum
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

func (p *flacPlaces) begin() error {
	if p.like == nil {
		if _, ok, err := p.find(p.index.first.at, p.end); err != nil || !ok {
			return errors.Join(err, io.EOF)
		}
	}
	return p.index.begin()
}

func (p *flacPlaces) length() (int64, bool, error) {
	if err := p.begin(); err != nil || p.joined {
		return -1, false, err
	}
	if n := p.info().NSamples; n > 0 {
		return int64(n), true, nil
	}
	// The last frame determines the length.
	b, err := p.in.at(p.last.at)
	if err != nil {
		return -1, false, err
	}
	head, err := b.Peek(flacMaxHeader)
	if flacHeaderLength(head) == 0 {
		return -1, false, notAtEnd(err)
	}
	return p.last.frame + flacSamples(head), true, nil
}

func (p *flacPlaces) from(frame int64) (*stream, int64, error) {
	if err := p.begin(); err != nil {
		return nil, 0, err
	}
	m := p.index.first
	if !p.joined {
		var err error
		if m, err = p.before(frame); err != nil {
			return nil, 0, err
		}
	}
	b, err := p.in.at(m.at)
	if err != nil {
		return nil, 0, err
	}
	s, err := newFLACStream(b, p.info(), m.frame)
	return s, m.frame, err
}
