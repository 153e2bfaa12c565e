package audio

// linearPlaces finds places among samples of one width.
type linearPlaces struct {
	in    *section
	first *stream
	begin int64 // where the samples begin in the file
	left  int64 // bytes of them; -1 for all that follow
}

func (p *linearPlaces) source() (l linear, bytes int64) {
	l = *p.first.src.(*linear)
	bytes = max(0, p.in.size-p.begin)
	if p.left >= 0 {
		bytes = min(bytes, p.left)
	}
	return l, bytes
}

func (p *linearPlaces) length() (int64, bool, error) {
	l, bytes := p.source()
	return bytes / int64(l.width*l.channels), true, nil
}

func (p *linearPlaces) from(frame int64) (*stream, error) {
	l, bytes := p.source()
	skip := min(bytes, frame*int64(l.width*l.channels))
	b, err := p.in.at(p.begin + skip)
	if err != nil {
		return nil, err
	}
	l.r, l.part, l.bytes, l.samples, l.left = b, 0, nil, nil, bytes-skip
	return newStream(p.first.format, p.first.rate, p.first.channels, &l)
}
