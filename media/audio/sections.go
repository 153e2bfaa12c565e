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

	decoder   io.Reader
	channels  int        // that decoder gives
	resampler *resampler // for a section of another rate
	bytes     []byte
	samples   []float32
	mixed     []float32
	failed    int
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
			s.decoder, s.channels = d, channels
			if s.bytes == nil {
				s.bytes = make([]byte, 2*pieceLength)
			}
		}
		n, err := s.decoder.Read(s.bytes)
		if n > 0 {
			s.failed = 0
			if samples := s.convert(s.bytes[:n]); len(samples) > 0 {
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
	s.decoder = nil
	if s.frames.end != nil {
		return s.frames.end // decoders call a clean end by many names
	}
	if !s.frames.more {
		var reading *readError
		if s.failed++; s.failed > sectionFailures || errors.As(err, &reading) {
			return err
		}
		s.frames.next = nil
		return nil
	}
	s.frames.resume()
	s.resampler = nil
	if rate := s.frames.section.rate; rate != s.shape.rate {
		s.resampler = newResampler(rate, s.shape.rate, s.shape.channels)
	}
	return nil
}

// begin brings the first section to a shape too.
func (s *sections) begin(to shape) {
	if rate := s.frames.section.rate; rate != to.rate {
		s.resampler = newResampler(rate, to.rate, to.channels)
	}
	s.shape = to
}

func (s *sections) convert(b []byte) []float32 {
	s.samples = appendInt16(s.samples[:0], b)
	samples := s.samples
	switch {
	case s.channels == 2 && s.shape.channels == 1:
		s.mixed = mix(s.mixed, samples, 2)
		samples = s.mixed
	case s.channels == 1 && s.shape.channels == 2:
		s.mixed = s.mixed[:0]
		for _, v := range samples {
			s.mixed = append(s.mixed, v, v)
		}
		samples = s.mixed
	}
	if s.resampler != nil {
		samples = s.resampler.process(samples)
	}
	return samples
}

// onlyReader hides all that a reader can do besides.
type onlyReader struct{ io.Reader }
