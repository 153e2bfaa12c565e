package audio

import (
	"errors"
	"io"

	"parlando/media/container"

	"github.com/hajimehoshi/go-mp3"
)

// mp3DecoderDelay is by how many samples any MP3 decoder is late: the overlap of its filters.
const mp3DecoderDelay = 529

// newMP3 decodes by go-mp3, which is correct on good data that an [mp3Repacker] has laid anew, and
// panics on damaged data; stream makes an error of that.
func newMP3(b *container.Reader) (*stream, error) {
	s, info, err := openMP3Frames(b, true, container.FrameHeader{})
	if err != nil || info == nil || info.Before <= 0 {
		return s, err
	}
	s.trim(info.Before+mp3DecoderDelay, -1)
	s.src = padMP3(s, info, 0)
	return s, nil
}

// newMP3At decodes from a frame on, where b stands, in the shape that the sound began with. info is
// what the encoder told at the start.
func newMP3At(b *container.Reader, info *container.MP3Info, from frameMark, first *stream) (*stream, error) {
	s, _, err := openMP3Frames(b, info != nil || first.format == MP3, from.section)
	if err != nil {
		return nil, err
	}
	s.adapt(first)
	if info != nil && info.Before > 0 {
		s.src = padMP3(s, info, from.samples(first.rate))
	}
	return s, nil
}

// padMP3 ends the sound where its encoder says that it does.
func padMP3(s *stream, info *container.MP3Info, before int64) source {
	if info.Length <= 0 {
		return s.src
	}
	const frames, samples = 4, 1152
	end := info.Before + mp3DecoderDelay + info.Length - before
	return &padded{source: s.src, left: max(0, end) * int64(s.channels), most: frames * samples * s.channels}
}

// openMP3Frames decodes frames. If the encoder may have told something of them, it gives that, and
// leaves out the frame in which it did. known is what the first frame agrees in, if it is known.
func openMP3Frames(b *container.Reader, told bool, known container.FrameHeader) (*stream, *container.MP3Info, error) {
	f := &frames{in: container.NewMP3(b)}
	f.in.InfoIsSound = !told
	f.in.Expect(known)
	if container.FreeFormat(b) {
		return nil, nil, &UnsupportedError{"MP3 in free format"}
	}
	if err := f.start(); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil, errors.New("it has no whole frame")
		}
		return nil, nil, err
	}
	first := f.section
	if err := mp3Unsupported(first); err != nil {
		return nil, nil, err
	}
	opener := &mp3Opener{}
	src := &sections{frames: f, shape: shape{first.Rate, first.Channels}, open: opener.open, silenced: opener.damaged}
	s, err := newStream(MP3, first.Rate, src.shape.channels, src)
	return s, f.in.Info, err
}

// mp3Unsupported names what frames are of that cannot be decoded: MPEG 2.5 at 8,000 Hz has scale
// factor bands that go-mp3 has not.
func mp3Unsupported(h container.FrameHeader) error {
	if h.Rate == 8000 {
		return &UnsupportedError{"MP3 of 8,000 Hz"}
	}
	return nil
}

// mp3Opener begins sections.
type mp3Opener struct {
	repacked *mp3Repacker
	silenced int // places that were made silent in the sections before
}

// open gives a decoder of two channels, even for a sound of one: go-mp3 does.
func (o *mp3Opener) open(r io.Reader, h container.FrameHeader) (io.Reader, int, error) {
	if err := mp3Unsupported(h); err != nil {
		return nil, 0, err
	}
	if o.repacked != nil && h.Fits(o.repacked.section) {
		o.repacked.restart() // go-mp3 gave up within the section
	} else {
		o.silenced = o.damaged()
		o.repacked = &mp3Repacker{frames: r, section: h}
	}
	d, err := mp3.NewDecoder(o.repacked)
	return d, 2, err
}

func (o *mp3Opener) damaged() int {
	if o.repacked == nil {
		return o.silenced
	}
	return o.silenced + o.repacked.silenced
}

// padded leaves out what an encoder filled the last frame up with, where it says after how many
// samples. If much more follows it didn't tell the truth, and all of it is heard.
type padded struct {
	source
	left int64 // samples to where the padding begins
	most int   // samples that padding can have
	held []float32
	over bool // it is no padding
}

func (p *padded) damaged() int { return damagedIn(p.source) }

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
