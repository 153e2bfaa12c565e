package audio

import (
	"io"

	"parlando/media/container"
)

// adtsConfig is what the header of a frame tells; container.ParseADTS has seen that it is one.
func adtsConfig(header []byte) aacConfig {
	index := int(header[2] >> 2 & 15)
	return aacConfig{
		kind: int(header[2]>>6) + 1, rate: container.AACRates[index], index: index,
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
	payload := container.ADTSPayload(frame)
	if payload == nil {
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
	samples, err := d.decoder.decode(payload)
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
