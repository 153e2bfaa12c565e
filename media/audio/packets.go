package audio

import (
	"errors"
	"io"

	"parlando/media/container"
)

// packetDecoder is a codec that knows nothing of containers. What it gives is valid until the next
// call.
type packetDecoder interface {
	decode(packet []byte) ([]float32, error)
}

// codec is a container's description of its sound.
type codec struct {
	rate, channels int
	skip           int64 // frames at the start that are no sound
	warm           int64 // frames that are decoded before the first that is heard behind a jump
	packet         int64 // frames of each packet; 0 if they differ
	// the first packet that is decoded gives nothing: each one overlaps the one before
	late  bool
	width int // bytes of one frame, if packets may be divided anywhere; else 0
	// length is the number of frames in a packet, found without decoding it; nil if only the
	// decoder knows.
	length func(packet []byte) int64
	// open begins to decode. It is nil for MP3, whose packets belong together.
	open func() (packetDecoder, error)
}

// frames is the number of frames in a packet; 0 if only the decoder knows.
func (c *codec) frames(packet []byte) int64 {
	switch {
	case c.packet > 0:
		return c.packet
	case c.width > 0:
		return int64(len(packet) / c.width)
	case c.length != nil:
		return c.length(packet)
	}
	return 0
}

const (
	// damageMost damaged packets without a whole one between them end a sound: some seconds.
	damageMost = 250
	// damageFirst is the same before the first whole one: it is not what it says that it is.
	damageFirst = 16
)

// steadyDecoder makes silence of damaged packets, so that what follows stays at its time.
type steadyDecoder struct {
	codec   *codec
	decoder packetDecoder

	begun  bool
	failed int   // damaged packets since the last whole one
	last   int64 // frames of the last whole one
	owed   int64 // frames of silence that come before the next one
	places int   // how many damaged places there were
	joined []float32
}

func (c *codec) steady() (*steadyDecoder, error) {
	d, err := c.open()
	return &steadyDecoder{codec: c, decoder: d}, err
}

func (s *steadyDecoder) decode(packet []byte) ([]float32, error) {
	samples, err := s.try(packet)
	if err != nil {
		if !s.begun && errors.As(err, new(*UnsupportedError)) {
			return nil, err
		}
		if s.failed++; s.failed == 1 {
			s.places++
		}
		if s.failed > damageMost || !s.begun && s.failed > damageFirst {
			return nil, err
		}
		frames := s.codec.frames(packet)
		if frames <= 0 {
			frames = s.last
		}
		s.owed += min(frames, int64(s.codec.rate))
		return nil, nil
	}
	if len(samples) == 0 {
		return nil, nil
	}
	s.begun, s.failed, s.last = true, 0, int64(len(samples)/s.codec.channels)
	return s.silence(samples), nil
}

// silence gives what is owed, and samples behind it.
func (s *steadyDecoder) silence(samples []float32) []float32 {
	if s.owed == 0 || !s.begun {
		return samples
	}
	s.joined = append(make([]float32, s.owed*int64(s.codec.channels)), samples...)
	s.owed = 0
	return s.joined
}

func (s *steadyDecoder) try(packet []byte) (samples []float32, err error) {
	defer recovered(&err)
	return s.decoder.decode(packet)
}

func (s *steadyDecoder) damaged() int { return s.places }

// packetSource decodes the packets of a container.
type packetSource struct {
	*steadyDecoder
	// take gives the next packet, and how many frames at its end are no sound.
	take func() (packet []byte, over int64, err error)
	err  error
}

func newPacketSource(c *codec, take func() ([]byte, int64, error)) (*packetSource, error) {
	d, err := c.steady()
	return &packetSource{steadyDecoder: d, take: take}, err
}

func (p *packetSource) next() ([]float32, error) {
	for p.err == nil {
		var packet []byte
		var over int64
		if packet, over, p.err = p.take(); p.err != nil {
			break
		}
		samples, err := p.decode(packet)
		if err != nil {
			return nil, err
		}
		samples = samples[:max(0, len(samples)-int(over)*p.codec.channels)]
		if len(samples) > 0 {
			return samples, nil
		}
	}
	if rest := p.silence(nil); len(rest) > 0 {
		return rest, nil
	}
	if !p.begun && p.failed > 0 && errors.Is(p.err, io.EOF) {
		return nil, errors.New("it has no whole packet")
	}
	return nil, p.err
}

// packetReader gives packets as bytes, one behind the other.
type packetReader struct {
	take     func() (packet []byte, over int64, err error)
	buffered []byte
}

func (p *packetReader) Read(b []byte) (int, error) {
	for len(p.buffered) == 0 {
		var err error
		if p.buffered, _, err = p.take(); err != nil {
			return 0, err
		}
	}
	n := copy(b, p.buffered)
	p.buffered = p.buffered[n:]
	return n, nil
}

// mp3Frames is the number of samples per channel in a packet of MP3, by its header.
func mp3Frames(packet []byte) int64 {
	h, _ := container.ParseMP3(packet)
	return int64(h.Samples)
}
