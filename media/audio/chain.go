package audio

import (
	"io"
	"slices"

	"parlando/media/container"
)

// chainSource decodes sounds concatenated in one file and converts all of them to the rate and
// channels of the first. Speech services that synthesize sentence by sentence and radio recorders
// write such files.
type chainSource struct {
	now     *stream
	into    shape
	adapter *adapter
	rest    []float32 // flushed from the resampler when the previous sound ended
	places  int       // damaged places in the previous sounds
	err     error
}

// chainable is a source whose file may contain another sound after the current one.
type chainable interface {
	source
	// behind opens the next sound of the file after the end of the current one; io.EOF if none.
	behind() (*stream, error)
}

// chained returns a stream that continues with the sounds following s, all in the shape of into.
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
			// Clone the samples, because flush reuses the buffer of process.
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

// goOn switches to the next sound of the file once the current one has ended.
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

// openBehind opens the sound of another file that begins at the position of b.
func openBehind(b *container.Reader) (*stream, error) {
	head, err := b.Peek(sniffLength)
	if len(head) < container.MP3HeaderSize {
		return nil, container.AsEOF(err)
	}
	format := DetectFormat(head)
	s, err := newSource(format, nil, 0, b)
	return s, wrap(format, container.AsUnexpectedEOF(err))
}

func (c *chainSource) damaged() int { return c.places + c.now.Damaged() }
