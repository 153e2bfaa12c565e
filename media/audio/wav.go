package audio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"parley/media/container"
)

// The codings of samples that a WAV may name and that are read here.
const (
	wavInteger    = 0x0001
	wavFloat      = 0x0003
	wavALaw       = 0x0006
	wavULaw       = 0x0007
	wavMP3        = 0x0055
	wavExtensible = 0xfffe
)

// wavFormat is what the "fmt " chunk says.
type wavFormat struct {
	coding         uint16
	channels, rate int
	bits           int
	width          int // bytes of one sample
}

// newWAV reads the header of a WAV up to its samples. The sizes in it are often placeholders, as services write
// the header before they know the length: 0 and anything that reaches beyond the end mean "all that comes".
func newWAV(b *container.Reader) (*stream, error) {
	var head [12]byte
	if _, err := io.ReadFull(b, head[:]); err != nil {
		return nil, err
	}
	var order binary.ByteOrder = binary.LittleEndian
	if string(head[:4]) == "RIFX" {
		order = binary.BigEndian
	}
	var format *wavFormat
	for {
		var chunk [8]byte
		if _, err := io.ReadFull(b, chunk[:]); err != nil {
			return nil, fmt.Errorf("the header has no samples after it: %w", err)
		}
		size := int64(order.Uint32(chunk[4:]))
		switch string(chunk[:4]) {
		case "fmt ":
			f, err := readWAVFormat(b, order, size)
			if err != nil {
				return nil, err
			}
			format = &f
		case "data":
			if format == nil {
				return nil, errors.New("the samples come before the header that explains them")
			}
			return newWAVStream(b, order, *format, size)
		default:
			// Chunks begin at even places.
			if _, err := io.CopyN(io.Discard, b, size+size&1); err != nil {
				return nil, fmt.Errorf("the header has no samples after it: %w", err)
			}
		}
	}
}

func readWAVFormat(b *container.Reader, order binary.ByteOrder, size int64) (wavFormat, error) {
	var buf [40]byte
	if size < 16 {
		return wavFormat{}, fmt.Errorf("a format chunk of %d bytes is too short", size)
	}
	known := min(size, int64(len(buf)))
	if _, err := io.ReadFull(b, buf[:known]); err != nil {
		return wavFormat{}, err
	}
	if _, err := io.CopyN(io.Discard, b, size-known+size&1); err != nil {
		return wavFormat{}, err
	}
	f := wavFormat{
		coding:   order.Uint16(buf[0:]),
		channels: int(order.Uint16(buf[2:])),
		rate:     int(order.Uint32(buf[4:])),
		bits:     int(order.Uint16(buf[14:])),
	}
	if f.coding == wavExtensible && known >= 26 {
		f.coding = order.Uint16(buf[24:])
	}
	f.width = (f.bits + 7) / 8
	// 24 bits may stand in four bytes.
	if align := int(order.Uint16(buf[12:])); f.bits == 24 && align == 4*f.channels {
		f.width = 4
	}
	return f, nil
}

func newWAVStream(b *container.Reader, order binary.ByteOrder, f wavFormat, size int64) (*stream, error) {
	l := &linear{r: b, width: f.width, channels: f.channels, order: order, left: size}
	if size == 0 || size >= 0x7fff_0000 {
		l.left = -1
	}
	if f.channels > maxChannels && f.channels <= 64 && f.bits > 0 {
		return nil, &UnsupportedError{fmt.Sprintf("WAV with %d channels", f.channels)}
	}
	if f.channels < 1 || f.channels > maxChannels {
		return nil, fmt.Errorf("%d channels are none that sound has", f.channels)
	}
	switch {
	case f.coding == wavInteger && f.width == 1:
		l.convert = uint8Sample
	case f.coding == wavInteger && f.width == 2:
		l.convert = int16Sample
	case f.coding == wavInteger && f.width == 3:
		l.convert = int24Sample
	case f.coding == wavInteger && f.width == 4:
		l.convert = int32Sample
	case f.coding == wavFloat && f.bits == 32:
		l.convert = float32Sample
	case f.coding == wavFloat && f.bits == 64:
		l.convert = float64Sample
	case f.coding == wavALaw && f.width == 1:
		l.convert = alawSample
	case f.coding == wavULaw && f.width == 1:
		l.convert = ulawSample
	case f.coding == wavMP3:
		return newMP3(b)
	case f.coding != wavInteger && f.coding != wavFloat:
		return nil, &UnsupportedError{wavName(f.coding)}
	default:
		return nil, &UnsupportedError{fmt.Sprintf("WAV with samples of %d bits", f.bits)}
	}
	return newStream(WAV, f.rate, f.channels, l)
}
