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
	s, info, err := openMP3Frames(b, nil)
	if err != nil || info == nil || info.delay <= 0 {
		return s, err
	}
	s.trim(info.delay+mp3DecoderDelay, -1)
	s.src = padMP3(s, info, 0)
	return s, nil
}

// newMP3At decodes from a frame on before which so many samples of each channel lie. info is what the encoder told at the start.
func newMP3At(b *bufio.Reader, info *mp3Info, before int64) (*stream, error) {
	h := hush{whole: before == 0}
	s, _, err := openMP3Frames(b, h.mend)
	if err == nil && info != nil && info.delay > 0 {
		s.src = padMP3(s, info, before)
	}
	return s, err
}

// padMP3 ends the sound where its encoder says that it does.
func padMP3(s *stream, info *mp3Info, before int64) source {
	if info.length <= 0 {
		return s.src
	}
	const frames, samples = 4, 1152
	end := info.delay + mp3DecoderDelay + info.length - before
	return &padded{source: s.src, left: max(0, end) * int64(s.channels), most: frames * samples * s.channels}
}

// hush makes those frames silent whose sound begins before the place that decoding begins at. go-mp3 would take it from what is there.
type hush struct {
	room  int // bytes of sound so far
	whole bool
}

func (h *hush) mend(head frameHeader, frame []byte) {
	if h.whole {
		return
	}
	f := Frame{Data: frame, Rate: head.rate, Channels: 2, Samples: head.samples, MPEG: head.version}
	if head.mono {
		f.Channels = 1
	}
	if f.Reach() > h.room {
		f.Hush(h.room)
	}
	h.room += max(0, f.Room())
	h.whole = h.room > mp3Reservoir
}

// mp3Reservoir is how many bytes before a frame its sound may begin at most: nine bits hold no more.
const mp3Reservoir = 511

// openMP3Frames decodes frames and gives what the encoder told of them.
func openMP3Frames(b *bufio.Reader, mend func(frameHeader, []byte)) (*stream, *mp3Info, error) {
	var info *mp3Info
	f := &frames{b: b, parse: parseMP3Header, least: mp3HeaderLength, mend: mend}
	f.silent = func(h frameHeader, frame []byte) bool {
		told := readMP3Info(h, frame)
		if f.section.rate == 0 && info == nil {
			info = told
		}
		return told != nil
	}
	if err := f.start(); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil, errors.New("it has no whole frame")
		}
		return nil, nil, err
	}
	first := f.section
	if first.version == 25 {
		return nil, nil, fmt.Errorf("MPEG 2.5 (%d samples a second) is not supported", first.rate)
	}
	src := &sections{frames: f, shape: shape{first.rate, 2}, open: openMP3}
	if first.mono {
		src.shape.channels = 1
	}
	s, err := newStream(MP3, first.rate, src.shape.channels, src)
	return s, info, err
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
