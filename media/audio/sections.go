package audio

import (
	"errors"
	"io"
)

// sectionFailures is how many damaged places without a sound between them end a sound.
const sectionFailures = 16

// sections decodes a sound of frames. Each section has a decoder of its own, and its sound is brought to the shape of
// the first: so files that were joined sound right, whatever each of them is like.
type sections struct {
	frames *frames
	shape  shape // of the sound
	// open begins a section. The decoder gives samples of 16 bits, little-endian, in as many channels as it says.
	open func(r io.Reader, h frameHeader) (decoder io.Reader, channels int, err error)

	decoder io.Reader
	adapter *adapter // to the shape of the sound
	bytes   []byte
	samples []float32
	failed  int
	places  int // how many damaged places the decoders before found, if they tell
}

func (s *sections) next() ([]float32, error) {
	for {
		if s.decoder == nil {
			d, channels, err := s.open(onlyReader{s.frames}, s.frames.section)
			if err != nil {
				if err = s.after(err); err != nil {
					return nil, err
				}
				continue
			}
			s.decoder = d
			s.adapter = s.adapter.to(shape{s.frames.section.rate, channels}, s.shape)
			if s.bytes == nil {
				s.bytes = make([]byte, 2*pieceLength)
			}
		}
		n, err := s.decoder.Read(s.bytes)
		if n > 0 {
			s.failed = 0
			s.samples = appendInt16(s.samples[:0], s.bytes[:n])
			if samples := s.adapter.process(s.samples); len(samples) > 0 {
				return samples, nil
			}
			continue
		}
		if err == nil {
			err = io.ErrNoProgress
		}
		if err = s.after(err); err != nil {
			return nil, err
		}
	}
}

// after goes on behind the end of a section, or behind a damaged place.
func (s *sections) after(err error) error {
	s.places = s.damaged()
	s.decoder = nil
	if s.frames.end != nil {
		return s.frames.end // decoders call a clean end by many names
	}
	if !s.frames.more {
		var reading *readError
		if s.failed++; s.failed > sectionFailures || errors.As(err, &reading) || errors.As(err, new(*UnsupportedError)) {
			return err
		}
		s.frames.next = nil
		return nil
	}
	s.frames.resume()
	return nil
}

// begin brings the first section to a shape too.
func (s *sections) begin(to shape) { s.shape = to }

func (s *sections) damaged() int {
	if d, ok := s.decoder.(interface{ damaged() int }); ok {
		return s.places + d.damaged()
	}
	return s.places
}

// onlyReader hides all that a reader can do besides.
type onlyReader struct{ io.Reader }
