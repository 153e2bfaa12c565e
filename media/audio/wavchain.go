package audio

import (
	"io"

	"parlando/media/container"
)

// wavSource reads the samples of a WAV, behind which another one may stand.
type wavSource struct {
	linear
	header *container.WAV
	file   *container.Reader
}

func (w *wavSource) behind() (*container.Reader, error) {
	if w.left != 0 {
		return nil, io.EOF // it has no end of its own, or was cut off
	}
	return w.file, w.header.Behind(w.file)
}

// wavPlaces finds places among the samples of a WAV.
type wavPlaces struct{ linearPlaces }

// newWAVPlaces also extends what first reads, where the header tells only a part of its size.
func newWAVPlaces(in *section, first *stream, begin int64) *wavPlaces {
	w := first.src.(*wavSource)
	if w.left >= 0 && w.header.Extend(w.file, in.size) == nil {
		w.left = w.header.Size
	}
	return &wavPlaces{linearPlaces{in: in, first: first, begin: begin, left: w.left}}
}

func (p *wavPlaces) source() *wavSource { return p.first.src.(*wavSource) }

func (p *wavPlaces) length() (int64, bool, error) { return p.frames(&p.source().linear), true, nil }

func (p *wavPlaces) from(frame int64) (*stream, error) {
	w := *p.source()
	if frame >= p.frames(&w.linear) {
		return nil, io.EOF
	}
	var err error
	if w.file, err = p.goTo(&w.linear, frame); err != nil {
		return nil, err
	}
	return newStream(WAV, p.first.rate, p.first.channels, &w)
}

func (p *wavPlaces) behind() (int64, error) {
	if p.left < 0 {
		return -1, nil
	}
	b, err := p.in.reader(min(p.in.size, p.begin+p.left), 4<<10)
	if err != nil {
		return -1, err
	}
	if err := p.source().header.Behind(b); err != nil {
		return -1, notAtEnd(err)
	}
	return b.Place(), nil
}
