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
	// opusRate is the rate at which Opus is decoded: it has no other full rate, whatever was
	// recorded.
	opusRate = 48_000
	// opusWarm is the number of frames that are decoded before the first audible one after a seek
	// (RFC 7845, 4.6).
	opusWarm = opusRate * 80 / 1000
	// opusLongest is the largest number of samples per channel in a packet: 120 ms.
	opusLongest = opusRate * 120 / 1000
)

// opusSource decodes the packets of Opus in one channel or two, whatever they came in.
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

// opusHead is the header of a sound.
type opusHead struct {
	channels int
	skip     int64   // frames that the decoder begins with and that are no sound
	gain     float32 // what samples are multiplied by
	family   int     // how channels are arranged: 0 for one or two
	// Of other families: how many streams a packet has, how many of them are of two channels, and
	// which channel is which of theirs.
	streams, coupled int
	mapping          []byte
}

func parseOpusHead(b []byte) (opusHead, error) {
	if len(b) < 19 || string(b[:8]) != "OpusHead" {
		return opusHead{}, errors.New("it has no header")
	}
	le := binary.LittleEndian
	steps := int16(le.Uint16(b[16:])) // of 1/256 dB
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

// codec decodes the packets of the sound; more than two channels are mixed into two.
func (h opusHead) codec() (*codec, error) {
	if h.channels < 1 {
		return nil, errors.New("its header is damaged")
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

// opusFrames is the number of frames in a packet; 0 if it is unknown.
func opusFrames(packet []byte) int64 {
	length, err := OpusLength(packet)
	if err != nil {
		return 0
	}
	return int64(length) * opusRate / int64(time.Second)
}
