package audio

import (
	"errors"
	"io"

	"parlando/media/container"
)

// oggTail is how many bytes at the end are looked through for the last page: the longest has
// 65,307.
const oggTail = 128 << 10

// oggLinks is how many sounds that were joined on are remembered.
const oggLinks = 1 << 16

// oggPlaces finds places among the pages of an Ogg, which tell where the sound ends with them.
type oggPlaces struct {
	in    *section
	first *stream

	begun   bool
	serial  uint32
	pages   int64 // where the first page with sound begins
	start   int64 // frames at its start: more than 0 if it was cut out of something longer
	end     int64 // frames at the end of the last page; -1 if that isn't known
	chained bool  // other sounds were joined on

	// where each of them begins, and the last one ends, in the file and in frames of the first; nil
	// until it is asked
	links []oggMark
}

// oggMark is a page: where it begins in the file, and where the sound ends with it, in frames; or a
// link and where it begins.
type oggMark struct{ at, granule int64 }

// reader gives pages from a place on.
func (p *oggPlaces) reader(at int64) (*container.Ogg, error) {
	b, err := p.in.reader(at, 64<<10)
	if err != nil {
		return nil, err
	}
	r := container.NewOgg(b)
	r.Others = p.source().first.others
	return r, nil
}

// begin looks at the first pages and at the last one.
func (p *oggPlaces) begin() error {
	if p.begun {
		return nil
	}
	r, err := p.reader(p.in.begin)
	if err != nil {
		return err
	}
	first := container.OggPage{Granule: -1}
	for first.Granule <= 0 { // headers end at 0
		if first, err = r.NextPage(); err != nil {
			return err
		}
		if first.First {
			p.serial = first.Serial
		}
	}
	p.pages = first.At
	if !first.Last {
		if p.start, err = p.startOf(first); err != nil {
			return err
		}
	}
	if err := p.last(); err != nil {
		return err
	}
	if !p.chained {
		if p.chained, err = p.joined(); err != nil {
			return err
		}
	}
	p.begun = true
	return nil
}

// joined reports whether another sound stands behind the first, which may have the same serial
// number: its pages are counted anew.
func (p *oggPlaces) joined() (bool, error) {
	r, err := p.reader(p.pages)
	if err != nil {
		return false, err
	}
	near := min(p.in.size, p.pages+joinNear)
	for at := p.pages; at < near; {
		page, err := r.NextPage()
		if errors.As(err, new(*readError)) || page.First && err == nil {
			return err == nil, err
		}
		if err != nil {
			break
		}
		at = page.At + int64(len(page.Data))
	}
	if near == p.in.size {
		return false, nil
	}
	return p.in.falls(near, func(at int64) (int64, bool, error) {
		r, err := p.reader(at)
		if err != nil {
			return 0, false, err
		}
		page, err := r.NextPage()
		if errors.As(err, new(*readError)) {
			return 0, false, err
		}
		return int64(page.Number), err == nil, nil
	})
}

// startOf decodes a page and says where it begins.
func (p *oggPlaces) startOf(first container.OggPage) (int64, error) {
	b, err := p.in.at(first.At)
	if err != nil {
		return 0, err
	}
	src, err := p.source().resume(b)
	if err != nil {
		return 0, err
	}
	for {
		_, ends, err := src.packet()
		if err != nil || ends {
			// A start below 0 is left out by players; a gap below a second is a coder's delay.
			if start := first.Granule - src.heard; start > int64(p.first.rate) {
				return start, nil
			}
			return 0, nil
		}
	}
}

func (p *oggPlaces) last() error {
	p.end = -1
	r, err := p.reader(max(p.pages, p.in.size-oggTail))
	if err != nil {
		return err
	}
	for {
		page, err := r.NextPage()
		if err != nil {
			var reading *readError
			if errors.As(err, &reading) {
				return err
			}
			return nil
		}
		if page.Serial != p.serial {
			p.chained = true
		}
		if page.Granule >= 0 {
			p.end = page.Granule
		}
	}
}

func (p *oggPlaces) length() (int64, bool, error) {
	if err := p.begin(); err != nil {
		return -1, false, err
	}
	if p.chained {
		if err := p.walk(); err != nil {
			return -1, false, err
		}
		return p.links[len(p.links)-1].granule, true, nil
	}
	if p.end < p.start {
		return -1, false, nil
	}
	return max(0, p.end-p.start-p.source().first.codec.skip), true, nil
}

func (p *oggPlaces) source() *oggSource { return p.first.src.(*oggSource) }

// walk goes through all pages and finds the links.
func (p *oggPlaces) walk() error {
	if p.links != nil {
		return nil
	}
	r, err := p.reader(p.in.begin)
	if err != nil {
		return err
	}
	var rate int
	// frames of the links before; where this one begins and ends, at its rate
	var before, from, to int64
	var links []oggMark
	total := func() int64 {
		if rate == 0 {
			return before
		}
		n := max(0, to-from)
		return before + n/int64(rate)*int64(p.first.rate) + n%int64(rate)*int64(p.first.rate)/int64(rate)
	}
	for {
		page, err := r.NextPage()
		if errors.As(err, new(*readError)) {
			return err
		}
		if err != nil {
			p.links = append(links, oggMark{p.in.size, total()})
			return nil
		}
		switch {
		case page.First && len(links) < oggLinks:
			before = total()
			var first []byte
			if packets, _ := page.Packets(); len(packets) > 0 {
				first = packets[0]
			}
			rate, from = oggTimes(first)
			to = 0
			links = append(links, oggMark{page.At, before})
		case page.Granule > 0:
			if to == 0 && page.Granule > 10*int64(rate) { // it was cut out of something longer
				from += page.Granule
			}
			to = page.Granule
		}
	}
}

func (p *oggPlaces) from(frame int64) (*stream, error) {
	if err := p.begin(); err != nil {
		return nil, err
	}
	src := p.source()
	want := p.start + frame + src.first.codec.skip
	if p.chained {
		return p.fromLink(frame)
	}
	if p.end < p.start {
		return restart(p.in, p.first.format, frame)
	}
	if want >= p.end {
		return nil, io.EOF
	}
	mark, found, err := p.before(want - src.first.codec.warm)
	if err != nil {
		return nil, err
	}
	if !found {
		return restart(p.in, p.first.format, frame)
	}
	b, err := p.in.at(mark.at)
	if err != nil {
		return nil, err
	}
	if src, err = src.resume(b); err != nil {
		return nil, err
	}
	for ends := false; !ends; {
		if _, ends, err = src.packet(); err != nil {
			return nil, err
		}
	}
	src.count(mark.granule)
	s, err := newStream(p.first.format, p.first.rate, p.first.channels, src)
	if err != nil {
		return nil, err
	}
	return s.seekTo(want-mark.granule, -1)
}

// fromLink decodes from the start of the link in which a place is.
func (p *oggPlaces) fromLink(frame int64) (*stream, error) {
	if err := p.walk(); err != nil {
		return nil, err
	}
	if frame >= p.links[len(p.links)-1].granule {
		return nil, io.EOF
	}
	link := p.links[0]
	for _, l := range p.links {
		if l.granule <= frame {
			link = l
		}
	}
	b, err := p.in.at(link.at)
	if err != nil {
		return nil, err
	}
	s, err := newOggAs(b, p.first.format, shape{p.first.rate, p.first.channels})
	if err != nil {
		return nil, err
	}
	return s.seekTo(frame-link.granule, -1)
}

// before gives the last page that ends at a frame or before it, near enough.
func (p *oggPlaces) before(frame int64) (best oggMark, found bool, err error) {
	low, high := p.pages, p.in.size
	for high-low > placeNear {
		middle := low + (high-low)/2
		m, ok, err := p.next(middle, high)
		switch {
		case err != nil:
			return best, false, err
		case !ok || m.granule > frame:
			high = middle
		default:
			best, found, low = m, true, m.at
		}
	}
	for at := low; ; {
		m, ok, err := p.next(at, p.in.size)
		if err != nil || !ok || m.granule > frame {
			return best, found, err
		}
		best, found, at = m, true, m.at+1
	}
}

// next is the first page in a range of the file in which a packet ends.
func (p *oggPlaces) next(from, to int64) (oggMark, bool, error) {
	r, err := p.reader(from)
	if err != nil {
		return oggMark{}, false, err
	}
	for {
		page, err := r.NextPage()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, container.ErrGarbage):
			return oggMark{}, false, nil
		case err != nil:
			return oggMark{}, false, err
		case page.At >= to:
			return oggMark{}, false, nil
		case page.Granule >= 0 && page.Serial == p.serial:
			return oggMark{page.At, page.Granule}, true, nil
		}
	}
}
