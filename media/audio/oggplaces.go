package audio

import (
	"errors"
	"io"

	"parlando/media/container"
)

// oggPlaces seeks among the pages of an Ogg, each of which declares the position of its end.
type oggPlaces struct {
	index
	in     *section
	first  *stream
	serial uint32
}

func newOggPlaces(in *section, first *stream) *oggPlaces {
	p := &oggPlaces{in: in, first: first}
	p.index = index{find: p.findPage, end: in.size}
	return p
}

func (p *oggPlaces) source() *oggSource { return p.first.src.(*oggSource) }

// reader reads pages from file offset at.
func (p *oggPlaces) reader(at int64) (*container.Ogg, error) {
	b, err := p.in.reader(at, 64<<10)
	if err != nil {
		return nil, err
	}
	r := container.NewOgg(b)
	r.OtherStreams = p.source().link.others
	return r, nil
}

// begin finds the first page with sound, and its start position, which is greater than 0 in an
// excerpt of a longer stream.
func (p *oggPlaces) begin() error {
	if p.begun {
		return nil
	}
	r, err := p.reader(p.in.begin)
	if err != nil {
		return err
	}
	page := container.OggPage{Granule: -1}
	for page.Granule <= 0 { // header pages have granule position 0
		if page, err = r.NextPage(); err != nil {
			return err
		}
		if page.First {
			p.serial = page.Serial
		}
	}
	p.index.first = mark{at: page.Offset}
	if !page.Last {
		if p.index.first.frame, err = p.startOf(page); err != nil {
			return err
		}
	}
	return p.index.begin()
}

// startOf decodes a page to compute the position at which it begins.
func (p *oggPlaces) startOf(page container.OggPage) (int64, error) {
	src, err := p.resume(page.Offset)
	if err != nil {
		return 0, err
	}
	return max(0, page.Granule-src.heard-src.decoder.owed), nil
}

// resume decodes from the page at file offset at.
func (p *oggPlaces) resume(at int64) (*oggSource, error) {
	b, err := p.in.at(at)
	if err != nil {
		return nil, err
	}
	src, err := newOggSource(container.NewOgg(b), p.source().link)
	if err != nil {
		return nil, err
	}
	src.ogg.OtherStreams = src.link.others
	for ends := false; !ends && err == nil; {
		_, ends, err = src.packet()
	}
	return src, err
}

// findPage returns the first page in a range of the file in which a packet ends.
func (p *oggPlaces) findPage(from, to int64) (mark, bool, error) {
	r, err := p.reader(from)
	if err != nil {
		return mark{}, false, err
	}
	for {
		page, err := r.NextPage()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, container.ErrGarbage), err == nil && page.Offset >= to:
			return mark{}, false, nil
		case err != nil:
			return mark{}, false, err
		case page.Serial != p.serial:
			return mark{page.Offset, -1}, true, nil
		case page.Granule >= 0:
			return mark{page.Offset, page.Granule}, true, nil
		}
	}
}

func (p *oggPlaces) length() (int64, bool, error) {
	if err := p.begin(); err != nil || p.joined {
		return -1, false, err
	}
	return max(0, p.last.frame-p.index.first.frame-p.source().link.codec.skip), true, nil
}

func (p *oggPlaces) from(frame int64) (*stream, int64, error) {
	if err := p.begin(); err != nil {
		return nil, 0, err
	}
	codec := p.source().link.codec
	sound := p.index.first.frame + codec.skip // position of the first audible sample
	m := p.index.first
	if !p.joined {
		var err error
		if m, err = p.before(sound + frame - codec.warm); err != nil {
			return nil, 0, err
		}
	}
	if m == p.index.first {
		return restart(p.in, p.first.format)
	}
	src, err := p.resume(m.at)
	if err != nil {
		return nil, 0, err
	}
	src.count(m.frame)
	s, err := newStream(p.first.format, p.first.rate, p.first.channels, src)
	return s, m.frame - sound, err
}
