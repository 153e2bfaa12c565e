package audio

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/hajimehoshi/go-mp3"
)

// mp3DecoderDelay is by how many samples any MP3 decoder is late: the overlap of its filters.
const mp3DecoderDelay = 529

// newMP3 decodes by go-mp3, which is correct on good data and panics on damaged data; stream makes an error of that.
func newMP3(b *bufio.Reader) (*stream, error) {
	var info *mp3Info
	f := &frames{b: b, parse: parseMP3Header, least: mp3HeaderLength}
	f.silent = func(h frameHeader, frame []byte) bool {
		told := readMP3Info(h, frame)
		if f.section.rate == 0 && info == nil {
			info = told
		}
		return told != nil
	}
	if err := f.start(); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, errors.New("it has no whole frame")
		}
		return nil, err
	}
	first := f.section
	if first.version == 25 {
		return nil, fmt.Errorf("MPEG 2.5 (%d samples a second) is not supported", first.rate)
	}
	src := &sections{frames: f, shape: shape{first.rate, 2}, open: openMP3}
	if first.mono {
		src.shape.channels = 1
	}
	s, err := newStream(MP3, first.rate, src.shape.channels, src)
	if err != nil {
		return nil, err
	}
	if info != nil && info.delay > 0 {
		s.trim(info.delay+mp3DecoderDelay, -1)
		if info.length > 0 {
			end := info.delay + mp3DecoderDelay + info.length
			s.src = &padded{source: src, left: end * int64(s.channels), most: 4 * first.samples * s.channels}
		}
	}
	return s, nil
}

// openMP3 begins a section. go-mp3 gives two channels, even for a sound of one.
func openMP3(r io.Reader, _ frameHeader) (io.Reader, int, error) {
	d, err := mp3.NewDecoder(r)
	return d, 2, err
}

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
