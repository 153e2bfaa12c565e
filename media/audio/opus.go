package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"time"

	"github.com/pion/opus"
)

const (
	// opusRate is the sample rate of decoded Opus in Hz, whatever the rate of the recording was.
	opusRate = 48_000
	// opusWarm is the number of samples per channel decoded and discarded after a seek. RFC 7845,
	// 4.6, requires at least 80 ms, after which the output still differs at low rates.
	opusWarm = opusRate * 160 / 1000
	// opusLongest is the largest number of samples per channel in a packet: 120 ms.
	opusLongest = opusRate * 120 / 1000
)

// opusSource decodes mono or stereo Opus packets of any container.
type opusSource struct {
	decoder  opus.Decoder
	channels int
	gain     float32
	samples  []float32
}

func newOpusSource(channels int, gain float32) (*opusSource, error) {
	d, err := opus.NewDecoderWithOutput(opusRate, channels)
	return &opusSource{decoder: d, channels: channels, gain: gain, samples: make([]float32, opusLongest*channels)}, err
}

func (o *opusSource) decode(packet []byte) ([]float32, error) {
	n, err := o.decoder.DecodeToFloat32(packet, o.samples)
	if err != nil {
		return nil, err
	}
	samples := o.samples[:n*o.channels]
	if o.gain != 1 {
		for i := range samples {
			samples[i] *= o.gain
		}
	}
	return samples, nil
}

// opusHead is the identification header of an Opus stream.
type opusHead struct {
	channels int
	skip     int64   // pre-skip in samples per channel
	gain     float32 // factor applied to the samples
	family   int     // channel mapping family: 0 for mono and stereo
	// For other families: the number of streams per packet, how many of them are stereo, and the
	// channel mapping.
	streams, coupled int
	mapping          []byte
}

func parseOpusHead(b []byte) (opusHead, error) {
	if len(b) < 19 || string(b[:8]) != "OpusHead" {
		return opusHead{}, errors.New("no header")
	}
	le := binary.LittleEndian
	steps := int16(le.Uint16(b[16:])) // output gain in 1/256 dB
	head := opusHead{
		channels: int(b[9]),
		skip:     int64(le.Uint16(b[10:])),
		gain:     float32(math.Pow(10, float64(steps)/256/20)),
		family:   int(b[18]),
	}
	if head.family > 0 && len(b) >= 21 {
		head.streams, head.coupled = int(b[19]), int(b[20])
		head.mapping = bytes.Clone(b[21:min(len(b), 21+head.channels)])
	}
	return head, nil
}

// codec returns the codec of the stream; more than two channels are mixed down to two.
func (h opusHead) codec() (*codec, error) {
	if h.channels < 1 {
		return nil, errors.New("the header is damaged")
	}
	c := &codec{rate: opusRate, channels: min(h.channels, 2), skip: h.skip, warm: opusWarm, length: opusFrames}
	if h.channels <= 2 && (h.family == 0 || h.family == 1 && h.streams <= 1) {
		c.open = func() (packetDecoder, error) { return newOpusSource(h.channels, h.gain) }
		return c, nil
	}
	c.open = func() (packetDecoder, error) { return newOpusStreams(h) }
	_, err := c.open()
	return c, err
}

// opusFrames returns the number of samples per channel in a packet; 0 if unknown.
func opusFrames(packet []byte) int64 {
	length, err := OpusPacketDuration(packet)
	if err != nil {
		return 0
	}
	return int64(length) * opusRate / int64(time.Second)
}
