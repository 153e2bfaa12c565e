package audio

import (
	"errors"
	"io"

	"parlando/media/container"
)

// packetDecoder decodes packets of any container. The result is valid until the next call.
type packetDecoder interface {
	decode(packet []byte) ([]float32, error)
}

// codec is the codec of a track and its parameters as the container declares them.
type codec struct {
	rate, channels int
	skip           int64 // padding at the start, in samples per channel
	warm           int64 // samples per channel to decode and discard after a seek
	packet         int64 // samples per channel in each packet; 0 if it varies
	// late means that the first decoded packet yields no samples, as packets overlap.
	late bool
	unit container.MP4Unit // for uncompressed samples and packets of fixed size; else zero
	// length returns the number of samples per channel in a packet without decoding it; nil if only
	// the decoder knows.
	length func(packet []byte) int64
	// open creates a decoder. It is nil for MP3, whose packets depend on each other.
	open func() (packetDecoder, error)
}

// frames returns the number of samples per channel in a packet; 0 if only the decoder knows.
func (c *codec) frames(packet []byte) int64 {
	switch {
	case c.packet > 0:
		return c.packet
	case c.unit.Bytes > 0:
		return int64(len(packet) / c.unit.Bytes * c.unit.Frames)
	case c.length != nil:
		return c.length(packet)
	}
	return 0
}

const (
	// damageMost is the number of consecutive damaged packets that end a sound: some seconds.
	damageMost = 250
	// damageFirst replaces damageMost before the first intact packet, as the codec is probably
	// mislabeled.
	damageFirst = 16
)

// steadyDecoder replaces damaged packets with silence, so that the sound after them keeps its
// timing.
type steadyDecoder struct {
	codec   *codec
	decoder packetDecoder

	begun  bool
	failed int   // consecutive damaged packets
	last   int64 // samples per channel in the last intact packet
	owed   int64 // samples of silence per channel to return before the next packet
	places int   // number of damaged places
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

// silence returns samples after the silence that is due before them.
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
	// take returns the next packet, and the number of samples per channel to drop at its end.
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
		return nil, errors.New("no whole packet")
	}
	return nil, p.err
}

// packetReader concatenates packets into a byte stream.
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

// mp3Frames returns the number of samples per channel in an MP3 packet, from its header.
func mp3Frames(packet []byte) int64 {
	h, _ := container.ParseMP3(packet)
	return int64(h.Samples)
}
