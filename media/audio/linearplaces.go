package audio

import "parlando/media/container"

// linearPlaces seeks among samples or blocks of a fixed width.
type linearPlaces struct {
	in      *section
	first   *stream
	samples linear
	begin   int64          // file offset of the samples
	bytes   int64          // size of the samples
	wav     *container.WAV // nil if the file is not a WAV
}

func newLinearPlaces(in *section, first *stream, begin int64) *linearPlaces {
	p := &linearPlaces{in: in, first: first, begin: begin}
	switch src := first.src.(type) {
	case *linear:
		p.samples = *src
	case *wavSource:
		p.wav = src.header
		if src.left >= 0 && p.wav.Extend(src.file, in.size) == nil {
			src.left = p.wav.Size
		}
		p.samples = src.linear
	}
	p.bytes = max(0, in.size-begin)
	if p.samples.left >= 0 {
		p.bytes = min(p.bytes, p.samples.left)
	}
	return p
}

func (p *linearPlaces) length() (int64, bool, error) {
	if p.wav != nil && p.samples.left >= 0 {
		b, err := p.in.at(p.begin + p.bytes)
		if err != nil {
			return -1, false, err
		}
		if err := p.wav.NextWAV(b); notAtEnd(err) != nil || err == nil {
			return -1, false, err // another WAV follows, so the length is unknown
		}
	}
	unit, frames := p.samples.unit()
	return p.bytes / unit * frames, true, nil
}

func (p *linearPlaces) from(frame int64) (*stream, int64, error) {
	unit, frames := p.samples.unit()
	units := frame / frames
	if c := p.samples.codec; c != nil {
		units = max(0, units-c.warm/frames)
	}
	units = min(units, p.bytes/unit)
	skip := units * unit
	b, err := p.in.at(p.begin + skip)
	if err != nil {
		return nil, 0, err
	}
	l := p.samples
	l.r, l.part, l.bytes, l.samples, l.blocks, l.left = b, 0, nil, nil, nil, p.bytes-skip
	var src source = &l
	if p.wav != nil {
		src = &wavSource{l, p.wav, b}
	}
	s, err := newStream(p.first.format, p.first.rate, p.first.channels, src)
	return s, units * frames, err
}
