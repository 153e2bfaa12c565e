package audio

import (
	"errors"
	"io"

	"parlando/media/container"

	"github.com/hajimehoshi/go-mp3"
)

const (
	// mp3DecoderDelay is by how many samples any MP3 decoder is late: the overlap of its filters.
	mp3DecoderDelay = 529
	// mp3Failures damaged places without a sound between them end a sound.
	mp3Failures = 16
)

// newMP3 decodes by go-mp3, which is correct on good data that an [mp3Repacker] has laid anew, and
// panics on damaged data.
func newMP3(b *container.Reader) (*stream, error) {
	in := container.NewMP3(b)
	s, err := openMP3(b, in, container.FrameHeader{})
	if err == nil && in.Info != nil && in.Info.Before > 0 {
		s.trim(in.Info.Before+mp3DecoderDelay, -1)
	}
	return s, err
}

// newMP3At decodes from a frame on, where b stands and which agrees with known.
func newMP3At(b *container.Reader, known container.FrameHeader) (*stream, error) {
	return openMP3(b, container.NewMP3(b), known)
}

// newMP3Packets decodes the packets of an MP3 in a container, which counts the frame in which an
// encoder tells of its delay.
func newMP3Packets(take func() ([]byte, int64, error)) (*stream, error) {
	b := container.NewReader(&packetReader{take: take}, 0, 16<<10)
	in := container.NewMP3(b)
	in.InfoIsSound = true
	return openMP3(b, in, container.FrameHeader{})
}

func openMP3(b *container.Reader, in *container.FrameReader, known container.FrameHeader) (*stream, error) {
	if container.FreeFormat(b) {
		return nil, &UnsupportedError{"MP3 in free format"}
	}
	f, err := startFrames(in, known)
	if err != nil {
		return nil, err
	}
	return newMP3Section(f)
}

func newMP3Section(f *frames) (*stream, error) {
	h := f.section
	if h.Rate == 8000 { // which has scale factor bands that go-mp3 has not
		return nil, &UnsupportedError{"MP3 of 8,000 Hz"}
	}
	src := &mp3Source{frames: f, repacked: &mp3Repacker{frames: f, section: h}, bytes: make([]byte, 2*blockSamples)}
	src.adapter = src.adapter.to(shape{h.Rate, 2}, shape{h.Rate, h.Channels})
	return newStream(MP3, h.Rate, h.Channels, src)
}

// mp3Source decodes the frames of one section, behind which another may follow.
type mp3Source struct {
	frames   *frames
	repacked *mp3Repacker
	decoder  io.Reader // gives two channels of 16 bits, even for a sound of one: go-mp3 does
	adapter  *adapter  // from there to the channels of the sound
	bytes    []byte
	samples  []float32
	failed   int // damaged places since the last sound
	places   int // how many there were
	owed     int // samples of silence for what the decoder gave up at
}

func (m *mp3Source) next() ([]float32, error) {
	for {
		m.samples = append(m.samples[:0], make([]float32, m.owed)...)
		m.owed = 0
		if len(m.samples) == 0 {
			n, err := m.read()
			if n == 0 {
				if err = m.after(err); err != nil {
					return nil, err
				}
				continue
			}
			m.failed = 0
			m.samples = appendInt16(m.samples, m.bytes[:n])
		}
		if samples := m.adapter.process(m.samples); len(samples) > 0 {
			return samples, nil
		}
	}
}

// read decodes some samples. The library panics at damaged data.
func (m *mp3Source) read() (n int, err error) {
	defer recovered(&err)
	if m.decoder == nil {
		d, err := mp3.NewDecoder(m.repacked)
		if err != nil {
			return 0, err
		}
		m.decoder = d
	}
	return m.decoder.Read(m.bytes)
}

// after goes on behind a damaged place, unless the section is over.
func (m *mp3Source) after(err error) error {
	begun := m.decoder != nil
	m.decoder = nil
	switch {
	case m.frames.end != nil:
		return m.frames.end // decoders call a clean end by many names
	case m.frames.more:
		return io.EOF
	}
	if m.failed++; m.failed > mp3Failures || errors.As(err, new(*readError)) {
		if err == nil {
			err = io.ErrNoProgress
		}
		return err
	}
	m.frames.next = nil
	if m.failed == 1 {
		m.places++
	}
	m.repacked.restart()
	if begun { // the decoder has taken the frame with it
		m.owed = 2 * m.frames.section.Samples
	}
	return nil
}

func (m *mp3Source) behind() (*stream, error) {
	f, err := m.frames.behind()
	if err != nil {
		return nil, err
	}
	return newMP3Section(f)
}

func (m *mp3Source) damaged() int { return m.places + m.repacked.silenced + m.frames.in.Gaps }
