package audio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"parlando/media/container"
)

// aiffCommon is the content of the "COMM" chunk.
type aiffCommon struct {
	channels, bits, rate int
	frames               int64
	coding               string // compression type of an AIFC; "NONE" in an AIFF
}

// newAIFF reads the header of an AIFF or AIFC up to its samples.
func newAIFF(b *container.Reader) (*stream, error) {
	if _, err := b.Discard(12); err != nil { // "FORM", a size, "AIFF"
		return nil, err
	}
	var common *aiffCommon
	var layout [8]byte // Apple's channel layout, from the "CHAN" chunk
	for chunks := container.NewChunks(b, binary.BigEndian, false); ; {
		kind, size, err := chunks.Next()
		if err != nil {
			return nil, err
		}
		switch kind {
		case "COMM":
			c, err := readAIFFCommon(b, size)
			if err != nil {
				return nil, err
			}
			common = &c
		case "CHAN":
			if _, err := io.ReadFull(b, layout[:]); err != nil {
				return nil, err
			}
		case "SSND":
			if common == nil {
				return nil, errors.New("the samples come before the header that explains them")
			}
			var place [8]byte // offset and block size
			if _, err := io.ReadFull(b, place[:]); err != nil {
				return nil, err
			}
			offset := int64(binary.BigEndian.Uint32(place[:]))
			if _, err := io.CopyN(io.Discard, b, offset); err != nil {
				return nil, err
			}
			return newAIFFStream(b, *common, newDownmix(layoutOfChan(layout[:], common.channels)), size-8-offset)
		}
	}
}

func readAIFFCommon(b *container.Reader, size int64) (aiffCommon, error) {
	const short = 18
	var buf [short + 4]byte
	if size < short {
		return aiffCommon{}, fmt.Errorf("a header of %d bytes is too short", size)
	}
	known := min(size, int64(len(buf)))
	if _, err := io.ReadFull(b, buf[:known]); err != nil {
		return aiffCommon{}, err
	}
	be := binary.BigEndian
	c := aiffCommon{
		channels: int(be.Uint16(buf[0:])),
		frames:   int64(be.Uint32(buf[2:])),
		bits:     int(be.Uint16(buf[6:])),
		rate:     extended(buf[8:18]),
		coding:   "NONE",
	}
	if known == int64(len(buf)) {
		c.coding = string(buf[short:])
	}
	return c, nil
}

// extended parses an 80-bit floating-point number; it returns 0 if the value is no valid sample
// rate.
func extended(b []byte) int {
	exponent := int(binary.BigEndian.Uint16(b)) - 16383
	if exponent < 0 || exponent > 30 {
		return 0
	}
	return int(math.Round(math.Ldexp(float64(binary.BigEndian.Uint64(b[2:])), exponent-63)))
}

func newAIFFStream(b *container.Reader, c aiffCommon, mix *downmix, size int64) (*stream, error) {
	l := &linear{r: b, channels: c.channels, left: size, mix: mix}
	if size <= 0 || size >= 0x7fff_0000 {
		l.left = -1
	}
	if c.channels < 1 || c.channels > maxChannels {
		return nil, fmt.Errorf("%d channels are not supported", c.channels)
	}
	var ok bool
	if l.width, l.order, l.convert, ok = namedSamples(c.coding, c.bits); !ok {
		return nil, &UnsupportedError{fmt.Sprintf("AIFF (%q)", c.coding)}
	}
	if l.convert == nil {
		return nil, fmt.Errorf("samples of %d bits are not supported", c.bits)
	}
	// The chunk may be padded, or extend past a truncated end.
	if told := c.frames * int64(l.width*l.channels); told > 0 && (l.left < 0 || told < l.left) {
		l.left = told
	}
	return newStream(AIFF, c.rate, mix.channels(c.channels), l)
}
