package audio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"parlando/media/container"
)

// newCAF reads the header of a Core Audio file up to its samples.
func newCAF(r io.Reader, start int64, b *container.Reader) (*stream, error) {
	d, err := container.PeekCAF(b)
	if err != nil {
		return nil, err
	}
	if !(d.Rate >= minRate && d.Rate <= maxRate) {
		return nil, fmt.Errorf("a rate of %g samples per second is not a valid sample rate", d.Rate)
	}
	if d.Channels < 1 || d.Channels > maxChannels {
		return nil, fmt.Errorf("%d channels are not supported", d.Channels)
	}
	l, err := cafSamples(d)
	switch {
	case err != nil:
		return nil, err
	case l == nil:
		return newCAFPackets(r, start, b)
	}
	if _, err := io.CopyN(io.Discard, b, 8); err != nil { // "caff", a version, flags
		return nil, err
	}
	for chunks := container.NewChunks(b, binary.BigEndian, true); ; {
		kind, size, err := chunks.Next()
		if err != nil {
			return nil, err
		}
		switch kind {
		case "chan":
			layout := make([]byte, min(max(0, size), 8))
			if _, err := io.ReadFull(b, layout); err != nil {
				return nil, err
			}
			l.mix = newDownmix(layoutOfChan(layout, l.channels))
		case "data":
			l.r, l.left = b, max(-1, size-4)
			if _, err := io.CopyN(io.Discard, b, 4); err != nil { // edit count
				return nil, err
			}
			return newStream(CAF, int(math.Round(d.Rate)), l.mix.channels(l.channels), l)
		}
		if size < 0 {
			return nil, errors.New("a part of its header has no end")
		}
	}
}

// cafSamples returns the layout of samples, or of fixed-size packets; nil for other packets.
func cafSamples(d container.CAFDescription) (*linear, error) {
	l := &linear{width: int(min(d.Bits, 64)+7) / 8, channels: int(d.Channels), order: binary.BigEndian}
	const isFloat, isLittle = 1, 2
	switch d.Coding {
	case "lpcm":
		if d.Flags&isLittle != 0 {
			l.order = binary.LittleEndian
		}
		// Samples padded to more bytes, such as 24 bits in four bytes, are not supported.
		if packet := int(min(d.PacketBytes, 1<<10)); packet != 0 && packet != l.width*l.channels {
			return nil, fmt.Errorf("%d bits in %d bytes are not supported", d.Bits, packet/l.channels)
		}
		l.convert = integerSample(l.width)
		if d.Flags&isFloat != 0 {
			l.convert = floatSample(l.width)
		}
	case "ulaw":
		l.width, l.convert = 1, ulawSample
	case "alaw":
		l.width, l.convert = 1, alawSample
	case "ima4":
		l.codec = newIMAAppleCodec(int(math.Round(d.Rate)), l.channels)
		l.width = l.codec.unit.Bytes
		return l, nil
	default:
		return nil, nil
	}
	if l.convert == nil {
		return nil, fmt.Errorf("samples of %d bits are not supported", d.Bits)
	}
	return l, nil
}

// newCAFPackets decodes a file whose packets vary in size, such as the voice messages of an iPhone.
func newCAFPackets(r io.Reader, start int64, b *container.Reader) (*stream, error) {
	file, err := seekable(r, start, b)
	if err != nil {
		return nil, err
	}
	f, err := container.ReadCAF(file)
	if err != nil {
		return nil, err
	}
	codec, err := cafCodec(f)
	if err != nil {
		return nil, err
	}
	track := &container.MP4{Timescale: uint32(math.Round(f.Rate)), Padding: f.Padding, Packets: f.Packets}
	return newMP4Track(file, &mp4Track{MP4: track, mp4Sound: mp4Sound{codec: codec}, format: CAF})
}

// cafCodec returns the codec of packets that vary in size.
func cafCodec(f *container.CAF) (*codec, error) {
	switch f.Coding {
	case "opus":
		if f.Channels > 2 {
			return nil, &UnsupportedError{fmt.Sprintf("Opus of %d channels in CAF", f.Channels)}
		}
		return opusHead{channels: int(f.Channels), gain: 1}.codec()
	case "aac ", "aach", "aacp":
		_, config := readESDS(append(make([]byte, 4), f.Cookie...)) // CAF omits version and flags
		return newAACCodec(config)
	case ".mp3":
		return &codec{warm: mp3Warm * 1152}, nil
	}
	return nil, &UnsupportedError{codecName(f.Coding)}
}
