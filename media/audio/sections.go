package audio

import (
	"errors"
	"io"

	"parlando/media/container"
)

// sectionFailures is how many damaged places without a sound between them end a sound.
const sectionFailures = 16

// sections decodes a sound of frames. Each section has a decoder of its own, and its sound is
// brought to the shape of the first: so files that were joined sound right, whatever each of them
// is like.
type sections struct {
	frames *frames
	shape  shape // of the sound
	// open begins a section. The decoder gives samples of 16 bits, little-endian, in as many
	// channels as it says.
	open func(r io.Reader, h container.FrameHeader) (decoder io.Reader, channels int, err error)

	// silenced tells how many places were made silent before the decoder saw them. It may be nil.
	silenced func() int

	decoder io.Reader
	of      shape    // what decoder gives
	adapter *adapter // from there to the shape of the sound
	bytes   []byte
	samples []float32
	failed  int       // damaged places since the last sound
	places  int       // how many damaged places the decoders before found
	owed    int       // samples of silence for what a decoder gave up at
	rest    []float32 // what resampling held back of the section that ended
	over    bool      // no section follows
}

func (s *sections) next() ([]float32, error) {
	for {
		if rest := s.rest; len(rest) > 0 {
			s.rest = nil
			return rest, nil
		}
		if s.over {
			return nil, s.frames.end // decoders call a clean end by many names
		}
		if s.owed > 0 {
			s.samples = append(s.samples[:0], make([]float32, s.owed)...)
			s.owed = 0
			if samples := s.adapter.process(s.samples); len(samples) > 0 {
				return samples, nil
			}
		}
		if s.decoder == nil {
			d, channels, err := s.begun()
			if err != nil {
				if err = s.after(err); err != nil {
					return nil, err
				}
				continue
			}
			s.decoder, s.of = d, shape{s.frames.section.Rate, channels}
			s.adapter = s.adapter.to(s.of, s.shape)
			if s.bytes == nil {
				s.bytes = make([]byte, 2*pieceLength)
			}
		}
		n, err := s.read()
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

// begun begins a section. Libraries panic at damaged data.
func (s *sections) begun() (d io.Reader, channels int, err error) {
	defer recovered(&err)
	return s.open(onlyReader{s.frames}, s.frames.section)
}

func (s *sections) read() (n int, err error) {
	defer recovered(&err)
	return s.decoder.Read(s.bytes)
}

// after goes on behind the end of a section, or behind a damaged place.
func (s *sections) after(err error) error {
	_, tells := s.decoder.(interface{ damaged() int })
	s.places += damagedIn(s.decoder)
	begun := s.decoder != nil
	s.decoder = nil
	if s.frames.end != nil || s.frames.more {
		s.rest, s.adapter = s.adapter.flush(), nil
	}
	if s.frames.end != nil {
		s.over = true
		return nil
	}
	if !s.frames.more {
		var reading *readError
		if s.failed++; s.failed > sectionFailures || errors.As(err, &reading) || errors.As(err, new(*UnsupportedError)) {
			return err
		}
		s.frames.next = nil
		if s.failed == 1 && !tells {
			s.places++
		}
		if begun && !tells { // the decoder has taken the frame with it
			s.owed += s.frames.section.Samples * s.of.channels
		}
		return nil
	}
	s.frames.resume()
	return nil
}

// begin brings the first section to a shape too.
func (s *sections) begin(to shape) { s.shape = to }

func (s *sections) damaged() int {
	all := s.places + damagedIn(s.decoder) + s.frames.in.Gaps
	if s.silenced != nil {
		all += s.silenced()
	}
	return all
}

// onlyReader hides all that a reader can do besides.
type onlyReader struct{ io.Reader }
