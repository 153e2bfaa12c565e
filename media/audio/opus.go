package audio

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/pion/opus"
)

const (
	// opusRate is what Opus is decoded at: it knows no other full rate, whatever was recorded.
	opusRate = 48_000
	// opusWarm is how many frames are decoded before the first that is heard behind a jump (RFC 7845, 4.6).
	opusWarm = opusRate * 80 / 1000
	// opusLongest is how many samples of each channel a packet may have: 120 ms.
	opusLongest = opusRate * 120 / 1000
)

// opusSource decodes the packets of Opus, whatever they came in.
type opusSource struct {
	decoder  opus.Decoder
	channels int
	gain     float32
	samples  []float32
}

func newOpusSource(channels int, gain float32) (*opusSource, error) {
	if channels < 1 || channels > 2 {
		return nil, fmt.Errorf("Opus of %d channels is not supported, one or two are", channels)
	}
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

// oggOpus decodes the packets of an Ogg.
type oggOpus struct {
	ogg   *oggPackets
	opus  *opusSource
	head  opusHead
	skip  int64 // frames of the decoder's start that are still to be left out
	tags  bool  // the next packet tells of the sound and is none
	heard int64 // frames so far, those left out too
}

func newOggOpus(b *bufio.Reader) (*stream, error) {
	src := &oggOpus{ogg: newOggPackets(b), tags: true}
	packet, _, err := src.ogg.next()
	if err != nil {
		return nil, err
	}
	head, err := parseOpusHead(packet)
	if err != nil {
		return nil, err
	}
	src.head, src.skip = head, head.skip
	src.opus, err = newOpusSource(head.channels, head.gain)
	if err != nil {
		return nil, err
	}
	return newStream(Opus, opusRate, head.channels, src)
}

// opusHead is the header of a sound.
type opusHead struct {
	channels int
	skip     int64   // frames that the decoder begins with and that are no sound
	gain     float32 // what samples are multiplied by
}

func parseOpusHead(b []byte) (opusHead, error) {
	if len(b) < 19 || string(b[:8]) != "OpusHead" {
		return opusHead{}, errors.New("it has no header")
	}
	le := binary.LittleEndian
	steps := int16(le.Uint16(b[16:])) // of 1/256 dB
	return opusHead{
		channels: int(b[9]),
		skip:     int64(le.Uint16(b[10:])),
		gain:     float32(math.Pow(10, float64(steps)/256/20)),
	}, nil
}

func (o *oggOpus) next() ([]float32, error) {
	for {
		samples, _, err := o.packet()
		if len(samples) > 0 || err != nil {
			return samples, err
		}
	}
}

// packet decodes one packet, and tells whether it is the last of its page. What it gives may be empty.
func (o *oggOpus) packet() (samples []float32, endsPage bool, err error) {
	packet, endsPage, err := o.ogg.next()
	if err != nil {
		return nil, false, err
	}
	if head, err := parseOpusHead(packet); err == nil { // another file was joined on
		o.skip, o.heard, o.tags = head.skip, 0, true
		return nil, endsPage, o.opus.decoder.Init(opusRate, o.opus.channels)
	}
	if o.tags || len(packet) == 0 {
		o.tags = false
		return nil, endsPage, nil
	}
	samples, err = o.opus.decode(packet)
	if err != nil {
		return nil, endsPage, err
	}
	channels := int64(o.opus.channels)
	o.heard += int64(len(samples)) / channels
	samples = o.ogg.trim(samples, o.heard, o.opus.channels)
	skip := min(o.skip, int64(len(samples))/channels)
	o.skip -= skip
	return samples[skip*channels:], endsPage, nil
}

// resume decodes from a page of b on, whose number of frames since the start is told by its end.
func (o *oggOpus) resume(b *bufio.Reader) (oggSource, error) {
	codec, err := newOpusSource(o.head.channels, o.head.gain)
	return &oggOpus{ogg: newOggPackets(b), opus: codec, head: o.head}, err
}

func (o *oggOpus) before() int64        { return o.head.skip }
func (o *oggOpus) packets() *oggPackets { return o.ogg }
func (o *oggOpus) count(heard int64)    { o.heard = heard }
func (o *oggOpus) warm() int64          { return opusWarm }
