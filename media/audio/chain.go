package audio

import (
	"io"
	"slices"

	"parlando/media/container"
)

// chainSource decodes sounds that stand one behind the other in one file, and brings those behind
// the first to its shape. Programs that make speech sentence by sentence leave such files, and
// those that record a radio.
type chainSource struct {
	now     *stream
	into    shape
	adapter *adapter
	rest    []float32 // what resampling held back of the sound that ended
	places  int       // how many damaged places the sounds before had
	err     error
}

// chainable is a source behind whose end another sound may stand.
type chainable interface {
	source
	// behind begins with the sound behind the one that has ended; io.EOF if there is none.
	behind() (*stream, error)
}

// chained goes on with the sounds behind a stream, in the shape that into has.
func chained(s, into *stream) *stream {
	c := &chainSource{into: shape{into.rate, into.channels}}
	if _, ok := s.src.(chainable); !ok && c.into == (shape{s.rate, s.channels}) {
		return s
	}
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
		samples, err := c.now.nextSamples()
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

// goOn begins with the sound behind the one that has ended.
func (c *chainSource) goOn() error {
	now, ok := c.now.src.(chainable)
	if !ok {
		return io.EOF
	}
	places := c.now.Damaged()
	s, err := now.behind()
	if err != nil {
		return err
	}
	c.places += places
	c.adapter = nil
	c.begin(s)
	return nil
}

// openBehind opens the file that begins where b stands, behind another one.
func openBehind(b *container.Reader) (*stream, error) {
	head, err := b.Peek(sniffLength)
	if len(head) < container.MP3Head {
		return nil, container.AtEnd(err)
	}
	format := Sniff(head)
	s, err := newSource(format, nil, 0, b)
	return s, wrap(format, container.Inside(err))
}

func (c *chainSource) damaged() int { return c.places + c.now.Damaged() }
