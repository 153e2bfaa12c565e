package audio

import "io"

const adtsHeaderLength = 7

// parseADTSHeader reads the header of an ADTS frame at the start of b.
func parseADTSHeader(b []byte) (frameHeader, bool) {
	if len(b) < adtsHeaderLength || b[0] != 0xff || b[1]&0xf6 != 0xf0 {
		return frameHeader{}, false
	}
	rate := int(b[2] >> 2 & 15)
	length := int(b[3]&3)<<11 | int(b[4])<<3 | int(b[5])>>5
	if rate >= len(aacRates) || length < adtsHeaderLength {
		return frameHeader{}, false
	}
	return frameHeader{
		length:   length,
		rate:     aacRates[rate],
		channels: int(b[2]&1)<<2 | int(b[3]>>6),
		samples:  1024 * (int(b[6]&3) + 1),
	}, true
}

// adtsConfig is what the header of a frame tells; parseADTSHeader has seen that it is one.
func adtsConfig(header []byte) aacConfig {
	index := int(header[2] >> 2 & 15)
	return aacConfig{
		kind: int(header[2]>>6) + 1, rate: aacRates[index], index: index,
		layout: int(header[2]&1)<<2 | int(header[3]>>6), samples: 1024,
	}
}

// adtsDecoder gives the samples of frames, in 16 bits.
type adtsDecoder struct {
	r        io.Reader // gives one whole frame at a time
	channels int
	decoder  *steadyDecoder
	frame    [1 << 13]byte
	bytes    []byte // decoded and not read yet
}

// fill decodes the next frame.
func (d *adtsDecoder) fill() error {
	n, err := d.r.Read(d.frame[:])
	if n == 0 {
		return err
	}
	frame := d.frame[:n]
	header := adtsHeaderLength
	if frame[1]&1 == 0 {
		header += 2 // a checksum
	}
	if n < header {
		return errAACFrame
	}
	if frame[6]&3 != 0 {
		return &UnsupportedError{"AAC of several blocks in a frame"}
	}
	if d.decoder == nil {
		c, err := adtsConfig(frame).codec()
		if err != nil {
			return err
		}
		d.channels = c.channels
		if d.decoder, err = c.steady(); err != nil {
			return err
		}
	}
	samples, err := d.decoder.decode(frame[header:])
	d.bytes = appendTo16(d.bytes[:0], samples)
	return err
}

func (d *adtsDecoder) Read(b []byte) (int, error) {
	for len(d.bytes) == 0 {
		if err := d.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(b, d.bytes)
	d.bytes = d.bytes[n:]
	return n, nil
}

func (d *adtsDecoder) damaged() int { return d.decoder.places }
