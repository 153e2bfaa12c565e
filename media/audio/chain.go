package audio

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"parlando/media/container"
)

// chainSource decodes files that stand one behind the other in one, and brings those behind the
// first to its shape. Programs that make speech sentence by sentence leave such files.
type chainSource struct {
	now     *stream
	into    shape
	adapter *adapter
	rest    []float32 // what resampling held back of the file that ended
	places  int       // how many damaged places the files before had
	err     error
}

// chainable is a source behind whose end another file may stand.
type chainable interface {
	source
	// behind goes to the file behind the sound that has ended; io.EOF if there is none.
	behind() (*container.Reader, error)
}

// chained goes on with the files behind a stream, in the shape that into has.
func chained(s, into *stream) *stream {
	if _, ok := s.src.(chainable); !ok {
		return s
	}
	c := &chainSource{into: shape{into.rate, into.channels}}
	c.begin(s)
	return &stream{format: into.format, rate: into.rate, channels: into.channels, src: c, left: -1}
}

func (c *chainSource) begin(s *stream) {
	c.now, c.adapter = s, c.adapter.to(shape{s.rate, s.channels}, c.into)
}

func (c *chainSource) next() ([]float32, error) {
	for {
		if rest := c.rest; len(rest) > 0 {
			c.rest = nil
			return rest, nil
		}
		if c.err != nil {
			return nil, c.err
		}
		samples, err := c.now.piece()
		samples = c.adapter.process(samples)
		if err != nil {
			// Both are in the same memory until they are copied.
			c.rest = append(slices.Clone(samples), c.adapter.flush()...)
			if c.err = err; err == io.EOF { //nolint:errorlint // a wrapped EOF is one in the wrong place
				c.err = c.goOn()
			}
			continue
		}
		if len(samples) > 0 {
			return samples, nil
		}
	}
}

// goOn begins with the file behind the one that has ended.
func (c *chainSource) goOn() error {
	b, err := c.now.src.(chainable).behind()
	if err != nil {
		return container.AtEnd(err)
	}
	s, err := openBehind(b, nil)
	if err != nil {
		return err
	}
	c.places += c.now.Damaged()
	c.adapter = nil
	c.begin(s)
	return nil
}

// openBehind opens the file behind another one. r may be nil.
func openBehind(b *container.Reader, r io.Reader) (*stream, error) {
	head, err := b.Peek(sniffLength)
	format := Sniff(head)
	switch format {
	case WAV, FLAC, WebM, Matroska:
		s, err := newSource(format, r, 0, b)
		return s, wrap(format, container.Inside(err))
	}
	return nil, errors.Join(fmt.Errorf("a file of another kind (%q) stands behind it", format), err)
}

func (c *chainSource) damaged() int { return c.places + c.now.Damaged() }

// chainPlaces finds places in files that stand one behind the other in one.
type chainPlaces struct {
	in    *section
	first *stream
	links []chainLink // found so far
	whole bool        // no others follow
}

// chainLink is one of the files.
type chainLink struct {
	linkPlaces
	rate  int
	start int64 // where it begins, in frames of the first
}

// linkPlaces finds places in one of several files. from gives io.EOF for places beyond its end.
type linkPlaces interface {
	places
	// behind is where in the file the next one begins; -1 if none does.
	behind() (int64, error)
}

// notAtEnd leaves out the error that says that nothing follows.
func notAtEnd(err error) error {
	if errors.Is(container.AtEnd(err), io.EOF) {
		return nil
	}
	return err
}

// maxLinks is how many files are looked for in one.
const maxLinks = 1 << 16

// find finds the file behind the last one that is known.
func (p *chainPlaces) find() error {
	last := p.links[len(p.links)-1]
	at, err := last.behind()
	if err != nil {
		return err
	}
	if p.whole = at < 0 || len(p.links) == maxLinks; p.whole {
		return nil
	}
	frames, _, err := last.length()
	if err != nil {
		return err
	}
	b, err := p.in.at(at)
	if err != nil {
		return err
	}
	s, err := openBehind(b, p.in.file)
	if errors.As(err, new(*readError)) {
		return err
	}
	if p.whole = err != nil; p.whole {
		return nil // which playing says when it comes there
	}
	in := &section{file: p.in.file, size: p.in.size, begin: at}
	link, ok := newPlaces(in, s, b.Place()).(linkPlaces)
	if p.whole = !ok; p.whole {
		return nil
	}
	into, of := int64(p.first.rate), int64(last.rate)
	start := last.start + (max(0, frames)*into+of-1)/of // as many as resampling gives
	p.links = append(p.links, chainLink{link, s.rate, start})
	return nil
}

func (p *chainPlaces) length() (frames int64, exact bool, err error) {
	for !p.whole {
		if err := p.find(); err != nil {
			return -1, false, err
		}
	}
	exact = true
	for _, link := range p.links {
		n, known, err := link.length()
		if err != nil || n < 0 {
			return -1, false, err
		}
		into, of := int64(p.first.rate), int64(link.rate)
		frames, exact = link.start+(n*into+of-1)/of, exact && known
	}
	return frames, exact, nil
}

func (p *chainPlaces) from(frame int64) (*stream, error) {
	for i := 0; ; i++ {
		if i+1 < len(p.links) && p.links[i+1].start <= frame {
			continue
		}
		link := p.links[i]
		s, err := link.from((frame - link.start) * int64(link.rate) / int64(p.first.rate))
		if !errors.Is(err, io.EOF) {
			return s, err
		}
		if i+1 < len(p.links) {
			return p.links[i+1].from(0) // between two, by rounding
		}
		if p.whole {
			return nil, io.EOF
		}
		if err := p.find(); err != nil {
			return nil, err
		}
		i--
	}
}

const (
	// joinNear is how many bytes at the start of a file are read to find another one behind it.
	// Beyond them some places are looked at.
	joinNear = 1 << 20
	// joinProbe is how many bytes are looked at there: the longest page of an Ogg has 65,307.
	joinProbe = 128 << 10
)

// falls reports whether a number that grows within a file falls somewhere behind a place, as it
// does where another file begins. The places that are looked at lie so close that what begins anew
// at one of them has not grown as far as what came before it.
func (s *section) falls(from int64, count func(at int64) (n int64, ok bool, err error)) (bool, error) {
	last := int64(-1)
	for at := from; ; at += (at - s.begin) / 2 {
		at = min(at, max(from, s.size-joinProbe))
		n, ok, err := count(at)
		if err != nil || ok && n < last {
			return err == nil, err
		}
		if ok {
			last = n
		}
		if at >= s.size-joinProbe {
			return false, nil
		}
	}
}
