package audio

import (
	"errors"
	"io"

	"parlando/media/container"

	"github.com/hajimehoshi/go-mp3"
)

// mp3Failures is the number of consecutive damaged places that end a sound.
const mp3Failures = 16

// newMP3 decodes MPEG 1 with go-mp3, which is correct for intact data repacked by an [mp3Repacker],
// except in intensity stereo, and panics on damaged data. MPEG 2 and 2.5 are decoded by an
// [mp3LowSource].
func newMP3(b *container.Reader) (*stream, error) {
	in := container.NewMP3(b)
	s, err := openMP3(b, in, container.FrameHeader{})
	if err == nil && in.Info != nil && in.Info.PaddingBefore > 0 {
		s.trim(in.Info.PaddingBefore+container.MP3DecoderDelay, -1)
	}
	return s, err
}

// newMP3At decodes from the frame at the position of b, which must agree with known.
func newMP3At(b *container.Reader, known container.FrameHeader) (*stream, error) {
	return openMP3(b, container.NewMP3(b), known)
}

// newMP3Packets decodes the packets of an MP3 in a container. The containers count the info frame,
// in which the encoder declares its delay, as sound.
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
	if h.MPEG != 1 {
		return newStream(MP3, h.Rate, h.Channels, &mp3LowSource{frames: f})
	}
	src := &mp3Source{frames: f, repacked: &mp3Repacker{frames: f, section: h}, bytes: make([]byte, 2*blockSamples)}
	src.adapter = src.adapter.to(shape{h.Rate, 2}, shape{h.Rate, h.Channels})
	return newStream(MP3, h.Rate, h.Channels, src)
}

// mp3Source decodes the frames of one section. Another section may follow.
type mp3Source struct {
	frames   *frames
	repacked *mp3Repacker
	decoder  io.Reader // returns 16-bit stereo even for mono, as go-mp3 does
	adapter  *adapter  // from stereo to the channels of the sound
	bytes    []byte
	samples  []float32
	failed   int // consecutive damaged places
	places   int // number of damaged places
	owed     int // samples of silence for the frame at which the decoder failed
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

// read decodes some samples. It recovers from panics of the library.
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

// after prepares to continue after a damaged place, or returns the error that ends the section.
func (m *mp3Source) after(err error) error {
	begun := m.decoder != nil
	m.decoder = nil
	switch {
	case m.frames.end != nil:
		return m.frames.end // decoders report a clean end as different errors
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
	if begun { // the frames that the decoder has read ahead are lost
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
