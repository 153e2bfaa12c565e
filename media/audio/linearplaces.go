package audio

import "parlando/media/container"

// linearPlaces finds places among samples of one width.
type linearPlaces struct {
	in    *section
	first *stream
	begin int64 // where the samples begin in the file
	left  int64 // bytes of them; -1 for all that follow
}

// bytes is how many there are.
func (p *linearPlaces) bytes() int64 {
	bytes := max(0, p.in.size-p.begin)
	if p.left >= 0 {
		bytes = min(bytes, p.left)
	}
	return bytes
}

// frames is how many samples of each channel there are.
func (p *linearPlaces) frames(l *linear) int64 { return p.bytes() / int64(l.width*l.channels) }

func (p *linearPlaces) length() (int64, bool, error) {
	return p.frames(p.first.src.(*linear)), true, nil
}

func (p *linearPlaces) from(frame int64) (*stream, error) {
	l := *p.first.src.(*linear)
	if _, err := p.goTo(&l, frame); err != nil {
		return nil, err
	}
	return newStream(p.first.format, p.first.rate, p.first.channels, &l)
}

// goTo makes l read from a place on.
func (p *linearPlaces) goTo(l *linear, frame int64) (*container.Reader, error) {
	bytes := p.bytes()
	skip := min(bytes, frame*int64(l.width*l.channels))
	b, err := p.in.at(p.begin + skip)
	l.r, l.part, l.bytes, l.samples, l.left = b, 0, nil, nil, bytes-skip
	return b, err
}
