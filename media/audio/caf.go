package audio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"parlando/media/container"
)

// newCAF reads the header of a Core Audio file up to its samples. Compressed samples are not
// decoded.
func newCAF(b *container.Reader) (*stream, error) {
	if _, err := io.CopyN(io.Discard, b, 8); err != nil { // "caff", a version, flags
		return nil, err
	}
	be := binary.BigEndian
	var format *[32]byte
	for chunks := container.NewChunks(b, be, true); ; {
		kind, size, err := chunks.Next()
		if err != nil {
			return nil, err
		}
		switch kind {
		case "desc":
			format = new([32]byte)
			if size < int64(len(format)) {
				return nil, errors.New("its description is too short")
			}
			if _, err := io.ReadFull(b, format[:]); err != nil {
				return nil, err
			}
		case "data":
			if format == nil {
				return nil, errors.New("the samples come before the header that explains them")
			}
			if _, err := io.CopyN(io.Discard, b, 4); err != nil { // how often it was edited
				return nil, err
			}
			return newCAFStream(b, format[:], size-4)
		}
		if size < 0 {
			return nil, errors.New("a part of its header has no end")
		}
	}
}

func newCAFStream(b *container.Reader, format []byte, size int64) (*stream, error) {
	be := binary.BigEndian
	rate := math.Float64frombits(be.Uint64(format))
	if !(rate >= minRate && rate <= maxRate) {
		return nil, fmt.Errorf("a rate of %g samples a second is none that sound has", rate)
	}
	flags, channels, bits := be.Uint32(format[12:]), be.Uint32(format[24:]), be.Uint32(format[28:])
	if channels < 1 || channels > maxChannels {
		return nil, fmt.Errorf("%d channels are none that sound has", channels)
	}
	l := &linear{r: b, width: int(min(bits, 64)+7) / 8, channels: int(channels), order: binary.BigEndian, left: max(-1, size)}
	const isFloat, isLittle = 1, 2
	switch coding := string(format[8:12]); coding {
	case "lpcm":
		if flags&isLittle != 0 {
			l.order = binary.LittleEndian
		}
		// 24 bits may stand in four bytes.
		if packet := int(min(be.Uint32(format[16:]), 1<<10)); packet != 0 && packet != l.width*l.channels {
			return nil, fmt.Errorf("%d bits in %d bytes are not supported", bits, packet/l.channels)
		}
		switch {
		case flags&isFloat == 0:
			l.convert = integerSample(l.width)
		case bits == 32:
			l.convert = float32Sample
		case bits == 64:
			l.convert = float64Sample
		}
	case "ulaw":
		l.width, l.convert = 1, ulawSample
	case "alaw":
		l.width, l.convert = 1, alawSample
	default:
		return nil, &UnsupportedError{codecName(coding)}
	}
	if l.convert == nil {
		return nil, fmt.Errorf("samples of %d bits are not supported", bits)
	}
	return newStream(CAF, int(math.Round(rate)), l.channels, l)
}
