package audio

import (
	"encoding/binary"
	"io"
	"math"

	"parlando/media/container"

	aac "github.com/tphakala/go-aac/pcm"
)

// aacCore decodes frames of one element: one channel, or two.
type aacCore struct {
	config  []byte
	frame   []byte // that is being read, with its length before it
	decoder *aac.Decoder
	bytes   []byte
	samples []float32
}

func newAACCore(c aacConfig, channels int) *aacCore {
	return &aacCore{config: c.core(channels), bytes: make([]byte, 2*c.samples*channels)}
}

// Read gives the frame to the decoder, which asks for it with its length before it.
func (c *aacCore) Read(b []byte) (int, error) {
	if len(c.frame) == 0 {
		return 0, io.EOF
	}
	n := copy(b, c.frame)
	c.frame = c.frame[n:]
	return n, nil
}

// decode gives the samples of a frame. After an error it begins anew: the next frame comes in
// softly.
func (c *aacCore) decode(frame []byte) ([]float32, error) {
	if len(frame) > math.MaxUint16 {
		return nil, errAACFrame
	}
	c.frame = append(binary.BigEndian.AppendUint16(nil, uint16(len(frame))), frame...)
	if c.decoder == nil {
		d, err := aac.NewDecoder(c, aac.WithRawStream(c.config))
		if err != nil {
			return nil, err
		}
		c.decoder = d
	}
	if _, err := io.ReadFull(c.decoder, c.bytes); err != nil {
		c.frame = nil
		if again := c.decoder.Reset(c, aac.WithRawStream(c.config)); again != nil {
			c.decoder = nil
		}
		return nil, container.Inside(err)
	}
	c.samples = appendInt16(c.samples[:0], c.bytes)
	return c.samples, nil
}
