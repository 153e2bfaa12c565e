package audio

import (
	"encoding/binary"
	"io"
	"math"

	"parlando/media/container"

	aac "github.com/tphakala/go-aac/pcm"
)

// aacCore decodes frames of a single element with one or two channels.
type aacCore struct {
	config  []byte
	frame   []byte // unread part of the current frame, preceded by its length
	decoder *aac.Decoder
	bytes   []byte
	samples []float32
}

func newAACCore(c aacConfig, channels int) *aacCore {
	return &aacCore{config: c.core(channels), bytes: make([]byte, 2*c.samples*channels)}
}

// Read feeds the current frame, preceded by its length, to the decoder.
func (c *aacCore) Read(b []byte) (int, error) {
	if len(c.frame) == 0 {
		return 0, io.EOF
	}
	n := copy(b, c.frame)
	c.frame = c.frame[n:]
	return n, nil
}

// decode returns the samples of a frame. An error resets the decoder, so the next frame fades in.
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
		return nil, container.AsUnexpectedEOF(err)
	}
	c.samples = appendInt16(c.samples[:0], c.bytes)
	return c.samples, nil
}
