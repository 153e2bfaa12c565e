package audio

import (
	"io"

	aac "github.com/tphakala/go-aac/pcm"
)

// aacBitrate is the bit rate per channel in bits per second, high enough for speech.
const aacBitrate = 64_000

// aacEncoder writes [AAC] in ADTS frames.
type aacEncoder struct {
	aac *aac.Encoder
	buf []byte
}

// aacRate returns the nearest sample rate that go-aac can write.
func aacRate(rate int) int {
	if rate == 44_100 {
		return rate
	}
	return 48_000
}

func newAACEncoder(w io.Writer, rate, channels int) (*aacEncoder, error) {
	e, err := aac.NewEncoder(w, aac.Config{SampleRate: rate, BitDepth: 16, Channels: channels, Bitrate: aacBitrate * channels})
	return &aacEncoder{aac: e}, err
}

func (e *aacEncoder) Write(samples []float32) error {
	e.buf = appendTo16(e.buf[:0], samples)
	_, err := e.aac.Write(e.buf)
	return err
}

func (e *aacEncoder) Close() error { return e.aac.Close() }
