package audio

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/hajimehoshi/go-mp3"
)

// mp3DecoderDelay is by how many samples any MP3 decoder is late: the overlap of its filters.
const mp3DecoderDelay = 529

// mp3Failures is how many damaged places without a sound between them end a sound.
const mp3Failures = 16

// mp3Source decodes the sections of an MP3. go-mp3 is correct on good data; it panics on damaged data, which stream
// makes an error.
type mp3Source struct {
	frames  *mp3Frames
	rate    int // of the first section, which all others are brought to
	mono    bool
	decoder *mp3.Decoder
	other   *resampler // for a section of another rate

	bytes   []byte
	samples []float32
	mixed   []float32
	failed  int
}

func newMP3(b *bufio.Reader) (*stream, error) {
	frames := &mp3Frames{b: b}
	if err := frames.start(); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, errors.New("it has no whole frame")
		}
		return nil, err
	}
	first := frames.section
	if first.version == 25 {
		return nil, fmt.Errorf("MPEG 2.5 (%d samples a second) is not supported", first.rate)
	}
	src := &mp3Source{frames: frames, rate: first.rate, mono: first.mono}
	channels := 2
	if first.mono {
		channels = 1
	}
	s, err := newStream(MP3, first.rate, channels, src)
	if err != nil {
		return nil, err
	}
	if info := frames.info; info != nil && info.delay > 0 {
		s.trim(info.delay+mp3DecoderDelay, -1)
		if info.length > 0 {
			s.src = &padded{source: src, left: (info.delay + mp3DecoderDelay + info.length) * int64(channels), most: 4 * first.frames * channels}
		}
	}
	return s, nil
}

func (m *mp3Source) next() ([]float32, error) {
	for {
		if m.decoder == nil {
			d, err := mp3.NewDecoder(onlyReader{m.frames})
			if err != nil {
				if err := m.after(err); err != nil {
					return nil, err
				}
				continue
			}
			m.decoder = d
			if m.bytes == nil {
				m.bytes = make([]byte, 4*1152)
			}
		}
		n, err := m.decoder.Read(m.bytes)
		if n > 0 {
			m.failed = 0
			return m.convert(m.bytes[:n]), nil
		}
		if err == nil {
			err = io.ErrNoProgress
		}
		if err := m.after(err); err != nil {
			return nil, err
		}
	}
}

// after goes on behind the end of a section, or behind a damaged place.
func (m *mp3Source) after(err error) error {
	m.decoder = nil
	if !errors.Is(err, io.EOF) {
		var reading *readError
		if m.failed++; m.failed > mp3Failures || errors.As(err, &reading) {
			return err
		}
		if !m.frames.more {
			m.frames.next = nil
			return nil
		}
	}
	if !m.frames.more {
		return io.EOF
	}
	m.frames.resume()
	m.other = nil
	if m.frames.section.rate != m.rate {
		channels := 2
		if m.mono {
			channels = 1
		}
		m.other = newResampler(m.frames.section.rate, m.rate, channels)
	}
	return nil
}

// convert makes samples of what go-mp3 gives: 16 bits in two channels, even for a sound of one.
func (m *mp3Source) convert(b []byte) []float32 {
	m.samples = m.samples[:0]
	for ; len(b) >= 2; b = b[2:] {
		m.samples = append(m.samples, int16Sample(binary.LittleEndian, b))
	}
	samples := m.samples
	if m.mono {
		m.mixed = mix(m.mixed, samples, 2)
		samples = m.mixed
	}
	if m.other != nil {
		samples = m.other.process(samples)
	}
	return samples
}

// onlyReader hides all that a reader can do besides.
type onlyReader struct{ io.Reader }

// padded leaves out what an encoder filled the last frame up with, where it says after how many samples. If much
// more follows it didn't tell the truth, and all of it is heard.
type padded struct {
	source
	left int64 // samples to where the padding begins
	most int   // samples that padding can have
	held []float32
	over bool // it is no padding
}

func (p *padded) next() ([]float32, error) {
	for {
		piece, err := p.source.next()
		if p.over || err != nil {
			return piece, err
		}
		n := min(p.left, int64(len(piece)))
		p.left -= n
		p.held = append(p.held, piece[n:]...)
		if len(p.held) > p.most {
			p.over = true
			return append(piece[:n:n], p.held...), nil
		}
		if n > 0 {
			return piece[:n], nil
		}
	}
}
